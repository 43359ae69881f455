import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { newApiKey } from '../../platform/access/api-key.js';
import { Database } from '../../platform/database/database.js';
import { invalid, Refusal } from '../../platform/http/refusal.js';
import { UserRepository } from '../users/user.repository.js';
import { ApiKeyRepository, type ApiKeyRow } from './api-key.repository.js';

const KEYS_PER_USER = 20;

@Injectable()
export class CreateApiKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly users: UserRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** The key itself is told here, once; what is kept is its hash. */
  run(userId: string, name: string, expiresAt: string | null): Promise<{ api_key: ApiKeyRow; key: string }> {
    const expires_at = expiresAt === null ? null : new Date(expiresAt);
    if (expires_at && expires_at.getTime() <= Date.now()) {
      throw invalid({ field: 'expires_at', message: 'expires_at must be in the future' });
    }
    return this.database.transaction(async () => {
      // Keys of one user are made one after the other, or the count would be of the past.
      await this.users.lock(userId);
      if ((await this.keys.countOf(userId)) >= KEYS_PER_USER) {
        throw new Refusal(409, `An account has at most ${KEYS_PER_USER} API keys: delete one first`);
      }
      const { key, prefix, hash } = newApiKey();
      const api_key = await this.keys.insert({ user_id: userId, name, prefix, key_hash: hash, expires_at });
      this.outbox.record({
        type: 'account.api_key_created',
        actor_id: userId,
        data: { id: api_key.id, name },
      });
      return { api_key, key };
    });
  }
}
