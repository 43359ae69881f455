import { Injectable } from '@nestjs/common';
import { ApiKeyRepository } from '../api-keys/api-key.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { presentOwn } from '../users/user.presenter.js';
import { UserRepository } from '../users/user.repository.js';
import { ExportSection } from './export-section.js';

@Injectable()
export class AccountSection extends ExportSection {
  readonly section = 'account';

  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly keys: ApiKeyRepository,
  ) {
    super();
  }

  async rows(userId: string): Promise<unknown> {
    const [user, sessions, api_keys] = await Promise.all([
      this.users.profile(userId),
      this.sessions.ofUser(userId),
      this.keys.ofUser(userId),
    ]);
    return { profile: user && presentOwn(user), sessions, api_keys };
  }
}
