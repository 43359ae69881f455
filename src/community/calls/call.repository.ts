import { Injectable } from '@nestjs/common';
import { iso, jsonList, jsonObject } from '../../platform/database/json.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { lastConnected } from '../../realtime/connections/last-connected.sql.js';
import { blocked } from '../../social/blocks/blocked.sql.js';
import { nameOf } from '../person.sql.js';
import { CALL_MOVES, type CallState, mayMove, moved } from './call-states.js';

/** A call, with whom it concerns. */
export interface CallRow {
  id: string;
  initiator_id: string;
  target_id: string;
  json: string;
}

export interface EndedCall extends CallRow {
  was: CallState;
}

export interface FoundCall extends CallRow {
  status: CallState;
  is_blocked: boolean;
}

interface Called {
  is_blocked: boolean;
  /** Null where it may not be. */
  call: CallRow | null;
  /** Who calls, as JSON. */
  from: string;
}

/** So many ring or are spoken at once, at most, as far as they are shown. */
const SHOWN = 100;
export const RING_SECONDS = 30;

const JSON_OF_CALL = jsonObject({
  id: 'c.id',
  initiator_id: 'c.initiator_id',
  target_id: 'c.target_id',
  type: 'c.type',
  status: 'c.status',
  created_at: iso('c.created_at'),
  answered_at: iso('c.answered_at'),
  ended_at: iso('c.ended_at'),
});
const CALL = `c.id, c.initiator_id, c.target_id, ${JSON_OF_CALL}::text AS json`;
const PARTY = (user: string) => `${user} IN (c.initiator_id, c.target_id)`;

const START = sql(
  'call_start',
  `WITH target AS (
     SELECT u.id, ${blocked('$1::uuid', 'u.id')} AS is_blocked FROM account.users u
     WHERE u.id = $2::uuid AND u.user_status = 'active' FOR KEY SHARE OF u
   ), c AS (
     INSERT INTO community.calls (initiator_id, target_id, type)
     SELECT $1, id, $3 FROM target WHERE NOT is_blocked RETURNING *
   )
   SELECT target.is_blocked, ${CALL},
     (SELECT ${jsonObject({ name: nameOf('u'), avatar_url: 'u.avatar_url' })}::text
      FROM account.users u WHERE u.id = $1) AS "from"
   FROM target LEFT JOIN c ON true`,
);
const JOIN = sql(
  'call_join',
  `UPDATE community.calls c SET ${moved('join')}
   WHERE c.id = $1 AND ${PARTY('$2::uuid')} AND ${mayMove('join')}
     AND NOT ${blocked('c.initiator_id', 'c.target_id')} RETURNING ${CALL}`,
);
const FIND = sql(
  'call_find',
  `SELECT ${CALL}, c.status, ${blocked('c.initiator_id', 'c.target_id')} AS is_blocked
   FROM community.calls c WHERE c.id = $1 AND ${PARTY('$2::uuid')}`,
);

// Locked before they change, each caller's in the same order: the two of several calls may leave at once.
const endOf = (on: keyof typeof CALL_MOVES, which: string) =>
  `WITH before AS (
     SELECT c.id, c.status FROM community.calls c WHERE ${which} AND ${mayMove(on)}
     ORDER BY c.id FOR NO KEY UPDATE
   )
   UPDATE community.calls c SET ${moved(on)} FROM before WHERE c.id = before.id
   RETURNING ${CALL}, before.status AS was`;
const END = sql('call_end', endOf('end', `c.id = $1 AND ${PARTY('$2::uuid')}`));
const LEAVE = sql('calls_leave', endOf('leave', PARTY('$1::uuid')));
const END_ALL = sql('calls_end_all', endOf('end', PARTY('$1::uuid')));
const END_UNANSWERED = sql('call_end_unanswered', endOf('unanswered', 'c.id = $1'));
const END_FORGOTTEN = sql(
  'calls_end_forgotten',
  endOf('unanswered', `c.created_at < now() - interval '${RING_SECONDS} seconds'`),
);
// Who is away for so long has no line any more, and nobody speaks in it.
const LONG_AGO = `now() - interval '12 hours'`;
const END_LEFT = sql(
  'calls_end_left',
  endOf(
    'leave',
    `c.created_at < ${LONG_AGO} AND
     (greatest(${lastConnected('c.initiator_id')}, ${lastConnected('c.target_id')}) >= ${LONG_AGO}) IS NOT TRUE`,
  ),
);
const CURRENT = sql(
  'calls_current',
  `SELECT ${jsonList(JSON_OF_CALL, 'c.created_at DESC, c.id DESC')}::text AS json FROM (
     SELECT * FROM (
       SELECT * FROM community.calls WHERE initiator_id = $1 AND status IN ('ringing', 'active')
       UNION ALL SELECT * FROM community.calls WHERE target_id = $1 AND status IN ('ringing', 'active')
     ) c ORDER BY c.created_at DESC, c.id DESC LIMIT ${SHOWN}
   ) c`,
);
const FOR_EXPORT = sql(
  'calls_for_export',
  `SELECT c.id, c.initiator_id, c.target_id, c.type, c.created_at, c.answered_at, c.ended_at
   FROM community.calls c WHERE ${PARTY('$1::uuid')} ORDER BY c.created_at, c.id`,
);

@Injectable()
export class CallRepository extends Repository {
  /** Undefined where there is nobody to be called. */
  async start(callerId: string, targetId: string, type: string): Promise<Called | undefined> {
    type Row = CallRow & { is_blocked: boolean; from: string };
    const row = await this.one<Row & object>(START, callerId, targetId, type);
    return row && { is_blocked: row.is_blocked, call: row.id ? row : null, from: row.from };
  }

  /** Undefined where the caller may not, or somebody did already. */
  join(id: string, callerId: string): Promise<CallRow | undefined> {
    return this.one<CallRow & object>(JOIN, id, callerId);
  }

  find(id: string, callerId: string): Promise<FoundCall | undefined> {
    return this.one<FoundCall & object>(FIND, id, callerId);
  }

  end(id: string, callerId: string): Promise<EndedCall | undefined> {
    return this.one<EndedCall & object>(END, id, callerId);
  }

  /** All that he speaks in. */
  leave(callerId: string): Promise<EndedCall[]> {
    return this.rows<EndedCall & object>(LEAVE, callerId);
  }

  /** Those that ring too. */
  endAll(userId: string): Promise<EndedCall[]> {
    return this.rows<EndedCall & object>(END_ALL, userId);
  }

  endUnanswered(id: string): Promise<EndedCall[]> {
    return this.rows<EndedCall & object>(END_UNANSWERED, id);
  }

  /** Those whose job was lost. */
  endForgotten(): Promise<EndedCall[]> {
    return this.rows<EndedCall & object>(END_FORGOTTEN);
  }

  /** Those that both have left without a word. */
  endLeft(): Promise<EndedCall[]> {
    return this.rows<EndedCall & object>(END_LEFT);
  }

  /** What rings or is spoken, newest first, as JSON. */
  async current(userId: string): Promise<string> {
    return (await this.one<{ json: string }>(CURRENT, userId))?.json as string;
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }
}
