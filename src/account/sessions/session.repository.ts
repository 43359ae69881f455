import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import { DatabaseService } from '../../platform/database/database.service.js';
import { EntityRepository, NOW } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import type { Device } from '../device.js';
import { type RefreshKey, Session } from './session.entity.js';

export interface LockedSession {
  user_id: string;
  counter: number;
  open: boolean;
  /** This refresh began before the last rotation, so it waited for a concurrent refresh with the same token. */
  is_twin: boolean;
  seconds_since_rotation: number | null;
}

export type SessionRow = Pick<Session, 'id' | 'address' | 'user_agent' | 'created_at' | 'last_used_at'> & {
  expires_at: Date;
};

export type RefreshName = Pick<RefreshKey, 'session_id' | 'counter' | 'key_hash'>;

/** What the tokens of an answer are computed from, so that the same answer can be repeated. */
export interface RefreshAnswered {
  counter: number;
  /** Unix time in seconds. */
  issued_at: number;
}

const IDLE = `interval '30 days'`;
const ABSOLUTE = `interval '90 days'`;
const OPEN = 's.revoked_at IS NULL AND s.idle_ends_at > now() AND s.ends_at > now()';

// The share lock waits for a concurrent change of the password or status and then checks again, so that a sign-in with
// the old password cannot survive the reset that ends all sessions.
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
const END_ALL = sql(
  'session_end_all',
  'UPDATE account.sessions SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL RETURNING id',
);
const LIST_FOR_USER = sql(
  'session_of_user',
  `SELECT s.id, host(s.address) AS address, s.user_agent, s.created_at, s.last_used_at,
     least(s.idle_ends_at, s.ends_at) AS expires_at
   FROM account.sessions s WHERE s.user_id = $1 AND ${OPEN} ORDER BY s.last_used_at DESC, s.id LIMIT 200`,
);
/** A client that lost the answer retries within a minute; after that the token counts as reused. */
const REFRESH_KEPT = `interval '60 seconds'`;
const ANSWERED = 'answered_counter AS counter, floor(extract(epoch FROM answered_at))::float8 AS issued_at';

const FIND_REFRESH = sql(
  'refresh_key_find',
  `SELECT ${ANSWERED} FROM account.refresh_keys
   WHERE session_id = $1 AND counter = $2 AND key_hash = $3 AND answered_at >= clock_timestamp() - ${REFRESH_KEPT}`,
);
const INSERT_REFRESH = sql(
  'refresh_key_insert',
  `INSERT INTO account.refresh_keys (session_id, counter, key_hash, answered_counter, answered_at)
   VALUES ($1, $2, $3, $4, clock_timestamp())
   ON CONFLICT (session_id, counter, key_hash) DO UPDATE SET answered_counter = excluded.answered_counter,
     answered_at = excluded.answered_at
   RETURNING ${ANSWERED}`,
);
const PURGE_REFRESHES = sql(
  'refresh_key_forget',
  `DELETE FROM account.refresh_keys WHERE session_id = $1 AND answered_at < clock_timestamp() - ${REFRESH_KEPT}`,
);

@Injectable()
export class SessionRepository extends EntityRepository<Session> {
  protected readonly entity = Session;

  constructor(
    database: DatabaseService,
    private readonly realtime: RealtimeService,
  ) {
    super(database);
  }

  /** Undefined when the account is no longer active, or `passwordHash` is no longer its password. */
  async start(userId: string, passwordHash: string | null, { address, userAgent }: Device) {
    return (await this.one<{ id: string }>(START, userId, passwordHash, address, userAgent))?.id;
  }

  isOpen(id: string): Promise<boolean> {
    const later = MoreThan(new Date());
    return this.exists({ id, revoked_at: null, idle_ends_at: later, ends_at: later });
  }

  lock(id: string): Promise<LockedSession | undefined> {
    return this.one<LockedSession>(LOCK, id);
  }

  async rotate(id: string): Promise<void> {
    await this.count(ROTATE, id);
  }

  async end(id: string, userId: string): Promise<boolean> {
    const ended = (await this.update({ id, user_id: userId, revoked_at: null }, { revoked_at: NOW })) > 0;
    if (ended) this.realtime.close({ session_id: id }, 4401);
    return ended;
  }

  async endAll(userId: string): Promise<void> {
    const ended = await this.rows<{ id: string }>(END_ALL, userId);
    for (const { id } of ended) this.realtime.close({ session_id: id }, 4401);
  }

  listForUser(userId: string): Promise<SessionRow[]> {
    return this.rows<SessionRow>(LIST_FOR_USER, userId);
  }

  /** Revoked sessions stay until their absolute end: sign-in asks from which networks the owner has signed in. */
  async purgeEnded(): Promise<void> {
    await this.delete({ ends_at: LessThan(new Date()) });
  }

  /** Runs, like `insertRefresh`, in the transaction that holds the lock of the session. */
  findRefresh({ session_id, counter, key_hash }: RefreshName): Promise<RefreshAnswered | undefined> {
    return this.one<RefreshAnswered>(FIND_REFRESH, session_id, counter, key_hash);
  }

  insertRefresh(name: RefreshName, answeredCounter: number): Promise<RefreshAnswered> {
    const { session_id, counter, key_hash } = name;
    this.atEnd(PURGE_REFRESHES, session_id);
    return this.onlyOne(INSERT_REFRESH, session_id, counter, key_hash, answeredCounter);
  }
}
