import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Reportable, type Reported } from './reportable.js';

@Injectable()
export class UserReportExtension extends Reportable {
  readonly type = 'user';

  constructor(private readonly users: UserRepository) {
    super();
  }

  async ownerOf(id: string): Promise<string | undefined> {
    return (await this.users.findActive(id))?.id;
  }

  async shown(id: string): Promise<Reported | null> {
    const user = await this.users.findProfile(id);
    if (!user) return null;
    const { username, first_name, last_name, bio, user_status, created_at } = user;
    return {
      type: this.type,
      id: user.id,
      title: [first_name, last_name].filter(Boolean).join(' ') || username,
      text: bio,
      author: { id: user.id, username },
      status: user_status,
      created_at,
    };
  }

  /** Reports never suspend an account; staff decides. The flag is only recorded as a domain event. */
  async flag(): Promise<void> {}

  async restore(): Promise<void> {}
}
