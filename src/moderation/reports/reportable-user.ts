import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Reportable } from './reportable.port.js';

@Injectable()
export class ReportableUser extends Reportable {
  readonly type = 'user';

  constructor(private readonly users: UserRepository) {
    super();
  }

  async ownerOf(id: string): Promise<string | undefined> {
    return (await this.users.active(id))?.id;
  }

  /** Three accounts do not close a fourth: of a person, a flag is what staff reads in the events. */
  async flag(): Promise<void> {}

  async restore(): Promise<void> {}
}
