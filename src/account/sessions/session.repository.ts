import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { Realtime } from '../../realtime/realtime.js';
import type { Session } from './session.entity.js';

export interface Device {
  address: string | null;
  userAgent: string | null;
}

export interface LockedSession {
  user_id: string;
  counter: number;
  open: boolean;
  /** This refresh began before the last rotation: it waited for a twin. */
  is_twin: boolean;
  seconds_since_rotation: number | null;
}

export type SessionRow = Pick<Session, 'id' | 'address' | 'user_agent' | 'created_at' | 'last_used_at'> & {
  expires_at: Date;
};

const IDLE = `interval '30 days'`;
const ABSOLUTE = `interval '90 days'`;
const OPEN = 's.revoked_at IS NULL AND s.idle_ends_at > now() AND s.ends_at > now()';

// The share lock waits for a change of the password or status in progress, and looks again once it is there:
// a sign-in with the old password cannot outlive the reset that ends all sessions.
const START = sql(
  'session_start',
  `INSERT INTO account.sessions (user_id, idle_ends_at, ends_at, address, user_agent)
   SELECT id, now() + ${IDLE}, now() + ${ABSOLUTE}, $3::inet, $4 FROM account.users
   WHERE id = $1 AND user_status = 'active' AND password_hash IS NOT DISTINCT FROM $2 FOR SHARE
   RETURNING id`,
);
const LOCK = sql(
  'session_lock',
  `SELECT s.user_id, s.counter, ${OPEN} AND u.user_status = 'active' AS open,
     coalesce(statement_timestamp() < s.rotated_at, false) AS is_twin,
     extract(epoch FROM statement_timestamp() - s.rotated_at)::float8 AS seconds_since_rotation
   FROM account.sessions s JOIN account.users u ON u.id = s.user_id WHERE s.id = $1 FOR UPDATE OF s`,
);
const ROTATE = sql(
  'session_rotate',
  `UPDATE account.sessions SET counter = counter + 1, rotated_at = clock_timestamp(), last_used_at = now(),
     idle_ends_at = now() + ${IDLE} WHERE id = $1`,
);
const END = sql(
  'session_end',
  'UPDATE account.sessions SET revoked_at = now() WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL RETURNING id',
);
const END_ALL = sql(
  'session_end_all',
  'UPDATE account.sessions SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL RETURNING id',
);
const OF_USER = sql(
  'session_of_user',
  `SELECT s.id, host(s.address) AS address, s.user_agent, s.created_at, s.last_used_at,
     least(s.idle_ends_at, s.ends_at) AS expires_at
   FROM account.sessions s WHERE s.user_id = $1 AND ${OPEN} ORDER BY s.last_used_at DESC, s.id LIMIT 200`,
);
// Kept until the absolute end even when revoked: they tell from which addresses the owner has signed in.
const FORGET = sql('session_forget', 'DELETE FROM account.sessions WHERE ends_at < now()');

@Injectable()
export class SessionRepository extends Repository {
  constructor(
    database: Database,
    private readonly realtime: Realtime,
  ) {
    super(database);
  }

  /** Undefined when the password or the status of the account is not what it was any more. */
  async start(userId: string, passwordHash: string | null, { address, userAgent }: Device) {
    return (await this.one<{ id: string }>(START, userId, passwordHash, address, userAgent))?.id;
  }

  lock(id: string): Promise<LockedSession | undefined> {
    return this.one<LockedSession & object>(LOCK, id);
  }

  async rotate(id: string): Promise<void> {
    await this.count(ROTATE, id);
  }

  async end(id: string, userId: string): Promise<boolean> {
    const ended = await this.one<{ id: string }>(END, id, userId);
    if (ended) this.realtime.close({ session_id: ended.id }, 4401);
    return ended !== undefined;
  }

  async endAll(userId: string): Promise<void> {
    const ended = await this.rows<{ id: string }>(END_ALL, userId);
    for (const { id } of ended) this.realtime.close({ session_id: id }, 4401);
  }

  ofUser(userId: string): Promise<SessionRow[]> {
    return this.rows<SessionRow>(OF_USER, userId);
  }

  async forgetEnded(): Promise<void> {
    await this.count(FORGET);
  }
}
