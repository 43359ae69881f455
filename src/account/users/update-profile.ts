import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isUnique } from '../../platform/database/database-error.js';
import { Refusal } from '../../platform/http/refusal.js';
import { UserRepository } from './user.repository.js';
import { presentOwn } from './user.presenter.js';
import type { OwnProfile, UpdateProfileInput } from './users.io.js';

@Injectable()
export class UpdateProfile {
  constructor(
    private readonly users: UserRepository,
    private readonly database: Database,
  ) {}

  async run(userId: string, { privacy, ...fields }: UpdateProfileInput): Promise<OwnProfile> {
    const changes = { ...fields, ...(privacy?.follower_approval !== undefined && privacy) };
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    try {
      return await this.database.transaction(async () => {
        if (Object.keys(given).length) await this.users.update(userId, given);
        const row = await this.users.profile(userId);
        // Deleted in this moment by another request of his.
        if (!row) throw new Refusal(401, 'Not authenticated');
        return presentOwn(row);
      });
    } catch (error) {
      throw isUnique(error, 'users_username') ? new Refusal(409, 'Username already taken') : error;
    }
  }
}
