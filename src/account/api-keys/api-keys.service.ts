import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { newApiKey } from '../../platform/access/api-key.strategy.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { invalid, notAuthenticated, notFound, refusal } from '../../platform/http/refusal.js';
import { ApiKeyCreated, ApiKeyRevoked } from '../account.events.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { UserRepository } from '../users/user.repository.js';
import { type ApiKeyRow, ApiKeyRepository } from './api-key.repository.js';

const KEYS_PER_USER = 20;
export const tooManyKeys = refusal(409, `An account has at most ${KEYS_PER_USER} API keys: delete one first`);

interface NewApiKey {
  userId: string;
  name: string;
  expiresAt: string | null;
  /** The session of the request. */
  sessionId?: string;
  /** Null when the operator creates the key for the user. */
  actorId: string | null;
}

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** The result is the only place where the key itself appears, because only its hash is stored. */
  async create(wanted: NewApiKey): Promise<{ api_key: ApiKeyRow; key: string }> {
    const { userId, name, expiresAt, sessionId, actorId } = wanted;
    const expires_at = expiresAt === null ? null : new Date(expiresAt);
    if (expires_at && expires_at.getTime() <= Date.now()) {
      throw invalid({ field: 'expires_at', message: 'expires_at must be in the future' });
    }
    return this.database.transaction(async () => {
      // The lock serialises the keys of one user, so that the count is exact. A password reset holds the same lock
      // while it ends the sessions and deletes the keys, so a request from before the reset creates no key after it.
      await this.users.lock(userId);
      if (sessionId !== undefined && !(await this.sessions.isOpen(sessionId))) throw notAuthenticated();
      if ((await this.keys.countWhere({ user_id: userId })) >= KEYS_PER_USER) throw tooManyKeys();
      const { key, prefix, hash } = newApiKey();
      const made = await this.keys.insert({ user_id: userId, name, prefix, key_hash: hash, expires_at });
      this.events.announce(ApiKeyCreated, made, actorId);
      const { id, created_at, last_used_at } = made;
      return asAnswer({ api_key: { id, name, prefix, created_at, last_used_at, expires_at: made.expires_at }, key });
    });
  }

  async list(userId: string): Promise<{ api_keys: ApiKeyRow[] }> {
    return { api_keys: await this.keys.listForUser(userId) };
  }

  async revoke(id: string, userId: string): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.keys.revoke(id, userId))) throw notFound('API key');
      this.events.announce(ApiKeyRevoked, { id }, userId);
    });
  }
}
