import { Injectable, Logger } from '@nestjs/common';
import type { Caller, CallerLookup } from '../../platform/access/access.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { keyed, sql } from '../../platform/database/sql.js';

type Identity = Omit<Caller, 'via'>;

const IDENTITY = 'u.id, u.email, u.role, u.type, u.user_status AS status, u.username';

const BY_SESSION = keyed(
  'caller_by_session',
  `SELECT ${IDENTITY} FROM account.sessions s JOIN account.users u ON u.id = s.user_id
   WHERE s.id = $2 AND u.id = $1 AND s.revoked_at IS NULL AND s.idle_ends_at > now() AND s.ends_at > now()
     AND u.user_status = 'active'`,
  'uuid',
  'uuid',
);
const BY_KEY = keyed(
  'caller_by_key',
  `SELECT ${IDENTITY}, k.id AS key_id, coalesce(k.last_used_at < now() - interval '1 minute', true) AS untouched
   FROM account.api_keys k JOIN account.users u ON u.id = k.user_id
   WHERE k.key_hash = $1 AND (k.expires_at IS NULL OR k.expires_at > now()) AND u.user_status = 'active'`,
  'bytea',
);
const BY_USER = sql(
  'caller_by_user',
  `SELECT ${IDENTITY} FROM account.users u WHERE u.id = $1 AND u.user_status = 'active'`,
);
const TOUCH_KEY = sql('api_key_touch', 'UPDATE account.api_keys SET last_used_at = now() WHERE id = $1');

@Injectable()
export class CallerRepository extends BaseRepository implements CallerLookup {
  private readonly logger = new Logger('Access');

  async bySession(userId: string, sessionId: string): Promise<Caller | undefined> {
    const found = await this.quick<Identity>(BY_SESSION, userId, sessionId);
    return found && { ...found, via: { session: sessionId } };
  }

  async byKey(hash: Buffer): Promise<Caller | undefined> {
    const found = await this.quick<Identity & { key_id: string; untouched: boolean }>(BY_KEY, hash);
    if (!found) return undefined;
    const { key_id, untouched, ...identity } = found;
    if (untouched) this.touch(key_id);
    return { ...identity, via: { key: key_id } };
  }

  async byUser(userId: string, automation: string): Promise<Caller | undefined> {
    const found = await this.one<Identity>(BY_USER, userId);
    return found && { ...found, via: { automation } };
  }

  /** `last_used_at` is exact to a minute, and no request waits for this update. */
  private touch(keyId: string): void {
    this.database
      .transaction(() => this.count(TOUCH_KEY, keyId))
      .catch((error: unknown) => this.logger.warn(`the last use of an API key was not stored: ${String(error)}`));
  }
}
