import { Injectable } from '@nestjs/common';
import { Files } from '../../files/files.js';
import type { Caller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUnique } from '../../platform/database/database-error.js';
import { Refusal } from '../../platform/http/refusal.js';
import { Names } from './names.js';
import type { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { presentOwn } from './user.presenter.js';
import type { OwnProfile, UpdateProfileInput } from './users.io.js';

@Injectable()
export class UpdateProfile {
  constructor(
    private readonly users: UserRepository,
    private readonly names: Names,
    private readonly files: Files,
    private readonly database: Database,
  ) {}

  async run(
    { id: userId, username: known }: Caller,
    { privacy, username, ...fields }: UpdateProfileInput,
  ): Promise<OwnProfile> {
    const changes: Partial<User> = {
      username,
      // The name that he has is none that he chooses: a form sends it back with what was changed beside it.
      ...(await this.names.clean({ ...fields, ...(username !== known && { username }) })),
      ...(privacy?.follower_approval !== undefined && privacy),
    };
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    try {
      return await this.database.transaction(async () => {
        if (fields.avatar_url !== undefined) {
          given.avatar_file_id = await this.keepAvatar(userId, fields.avatar_url);
        }
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

  /** Takes the file that the address names into use, and lets the one before go; answers its id. */
  private async keepAvatar(userId: string, address: string | null): Promise<string | null> {
    const id = (address && this.files.idOf(address)) || null;
    // One change after the other, or the file of the first would be kept for nothing.
    const before = await this.users.lockAvatar(userId);
    if (id === before) return id;
    if (id) await this.files.attach([id], userId, 'avatar_url');
    if (before) await this.files.release([before]);
    return id;
  }
}
