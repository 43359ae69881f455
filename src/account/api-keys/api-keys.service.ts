import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { newApiKey } from '../../platform/access/api-key.strategy.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import { isUuid } from '../../platform/database/uuid.js';
import { invalid, notAuthenticated, notFound, Refusal } from '../../platform/http/refusal.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { UserRepository } from '../users/user.repository.js';
import { type ApiKeyRow, ApiKeyRepository } from './api-key.repository.js';

const KEYS_PER_USER = 20;

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
      if ((await this.keys.countForUser(userId)) >= KEYS_PER_USER) {
        throw new Refusal(409, `An account has at most ${KEYS_PER_USER} API keys: delete one first`);
      }
      const { key, prefix, hash } = newApiKey();
      const api_key = await this.keys.insert({ user_id: userId, name, prefix, key_hash: hash, expires_at });
      this.events.record({ type: 'account.api_key_created', actor_id: actorId, data: { id: api_key.id, name } });
      return asAnswer({ api_key, key });
    });
  }

  async list(userId: string): Promise<{ api_keys: ApiKeyRow[] }> {
    return { api_keys: await this.keys.listForUser(userId) };
  }

  async revoke(id: string, userId: string): Promise<void> {
    if (!isUuid(id)) throw notFound('API key');
    await this.database.transaction(async () => {
      if (!(await this.keys.delete(id, userId))) throw notFound('API key');
      this.events.record({ type: 'account.api_key_revoked', actor_id: userId, data: { id } });
    });
  }
}
