import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/access.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';

/** The state of a credential: valid, ended, or barred because its owner is banned or suspended. */
export interface CredentialState {
  user_id: string;
  session_id: string | null;
  key_id: string | null;
  state: 'good' | 'ended' | 'barred';
  expires_at: Date | null;
  role: string | null;
}

type Used = Pick<CredentialState, 'session_id' | 'key_id' | 'expires_at'>;

const OPEN_SESSION = `s.revoked_at IS NULL AND s.idle_ends_at > now() AND s.ends_at > now()`;
const OPEN_KEY = `k.id IS NOT NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;
const GOOD = `${OPEN_SESSION} OR ${OPEN_KEY}`;

const STATES = sql(
  'realtime_standings',
  `SELECT c.user_id, c.session_id, c.key_id, u.role, k.expires_at,
     CASE WHEN u.user_status <> 'active' THEN 'barred'
       WHEN ${GOOD} THEN 'good' ELSE 'ended' END AS state
   FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS c (user_id, session_id, key_id)
   LEFT JOIN account.users u ON u.id = c.user_id
   LEFT JOIN account.sessions s ON s.id = c.session_id AND s.user_id = c.user_id
   LEFT JOIN account.api_keys k ON k.id = c.key_id AND k.user_id = c.user_id`,
);
const INSERT_TICKET = sql(
  'realtime_keep_ticket',
  `INSERT INTO realtime.tickets (hash, user_id, session_id, key_id, expires_at) VALUES ($1, $2, $3, $4, $5)`,
);
// The ticket is deleted in any case. It is valid only if the credential behind it is still valid.
const USE_TICKET = sql(
  'realtime_use_ticket',
  `WITH used AS (
     DELETE FROM realtime.tickets WHERE hash = $1 RETURNING user_id, session_id, key_id, expires_at, created_at
   )
   SELECT u.id, u.email, u.role, u.type, u.user_status AS status, u.username, t.session_id, t.key_id, t.expires_at
   FROM used t JOIN account.users u ON u.id = t.user_id
   LEFT JOIN account.sessions s ON s.id = t.session_id AND s.user_id = t.user_id
   LEFT JOIN account.api_keys k ON k.id = t.key_id AND k.user_id = t.user_id
   WHERE t.created_at > now() - interval '30 seconds' AND (t.expires_at IS NULL OR t.expires_at > now())
     AND u.user_status = 'active' AND (${GOOD})`,
);

@Injectable()
export class CredentialsRepository extends BaseRepository {
  /** Returns one state per credential, in no order. */
  listStates(callers: Pick<Caller, 'id' | 'via'>[]): Promise<CredentialState[]> {
    return this.rows<CredentialState>(
      STATES,
      callers.map(({ id }) => id),
      callers.map(({ via }) => sessionOf(via)),
      callers.map(({ via }) => keyOf(via)),
    );
  }

  async insertTicket(hash: Buffer, { id, via }: Caller, expiresAt: number | null): Promise<void> {
    const ends = expiresAt === null ? null : new Date(expiresAt);
    await this.count(INSERT_TICKET, hash, id, sessionOf(via), keyOf(via), ends);
  }

  /** A ticket works once. */
  async useTicket(hash: Buffer): Promise<{ caller: Caller; expiresAt: number | null } | undefined> {
    const used = await this.one<Omit<Caller, 'via'> & Used>(USE_TICKET, hash);
    if (!used) return undefined;
    const { session_id, key_id, expires_at, ...identity } = used;
    const via = session_id ? { session: session_id } : { key: key_id as string };
    return { caller: { ...identity, via }, expiresAt: expires_at?.getTime() ?? null };
  }
}

export const sessionOf = (via: Caller['via']) => ('session' in via ? via.session : null);
export const keyOf = (via: Caller['via']) => ('key' in via ? via.key : null);
