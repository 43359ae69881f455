import { Injectable } from '@nestjs/common';
import { jsonObject, sql } from '../../platform/database/sql.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { lastConnected } from '../../realtime/connections/connection-record.repository.js';
import { blocked } from '../../social/blocks/blocked.sql.js';
import { nameOf } from '../person.sql.js';
import type { Call, CallState } from './call.entity.js';
import type { CallerFace } from './calls.dto.js';

/** `was` is the state before the end: it decides the reason that clients see. */
export type EndedCall = { call: Call; was: CallState };
type FoundCall = Call & { is_blocked: boolean };

interface StartedCall {
  is_blocked: boolean;
  /** Null when a block forbids the call. */
  call: Call | null;
  from: CallerFace;
}

interface Move {
  from: CallState[];
  to: CallState;
}

/** A call starts as `ringing`; no move leaves `ended`. */
export const CALL_MOVES: Record<'join' | 'leave' | 'end' | 'unanswered', Move> = {
  join: { from: ['ringing'], to: 'active' },
  leave: { from: ['active'], to: 'ended' },
  end: { from: ['ringing', 'active'], to: 'ended' },
  unanswered: { from: ['ringing'], to: 'ended' },
};

const quoted = (states: readonly CallState[]) => states.map((state) => `'${state}'`).join(', ');

/** SQL condition: the call `c` is in a state that allows the move. */
const allowsMove = (on: keyof typeof CALL_MOVES) => `c.status IN (${quoted(CALL_MOVES[on].from)})`;

/** SQL assignments: the state after the move, and the time of that state. */
function assignMove(on: keyof typeof CALL_MOVES): string {
  const { to } = CALL_MOVES[on];
  return `status = '${to}', ${to === 'ended' ? 'ended_at' : 'answered_at'} = clock_timestamp()`;
}

/** The list of current calls is not paged; it shows at most this many. */
const SHOWN = 100;
export const RING_SECONDS = 30;

const CALL = 'c.id, c.initiator_id, c.target_id, c.type, c.status, c.created_at, c.answered_at, c.ended_at';
const isParticipant = (user: string) => `${user} IN (c.initiator_id, c.target_id)`;

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
     (SELECT ${jsonObject({ name: nameOf('u'), avatar_url: 'u.avatar_url' })}
      FROM account.users u WHERE u.id = $1) AS "from"
   FROM target LEFT JOIN c ON true`,
);
const JOIN = sql(
  'call_join',
  `UPDATE community.calls c SET ${assignMove('join')}
   WHERE c.id = $1 AND ${isParticipant('$2::uuid')} AND ${allowsMove('join')}
     AND NOT ${blocked('c.initiator_id', 'c.target_id')} RETURNING ${CALL}`,
);
const FIND = sql(
  'call_find',
  `SELECT ${CALL}, ${blocked('c.initiator_id', 'c.target_id')} AS is_blocked
   FROM community.calls c WHERE c.id = $1 AND ${isParticipant('$2::uuid')}`,
);

// Locks the rows in the order of their ids first: both participants of several calls may leave at the same time.
const ending = (name: string, on: keyof typeof CALL_MOVES, which: string) =>
  sql(
    name,
    `WITH before AS (
       SELECT c.id, c.status FROM community.calls c WHERE ${which} AND ${allowsMove(on)}
       ORDER BY c.id FOR NO KEY UPDATE
     )
     UPDATE community.calls c SET ${assignMove(on)} FROM before WHERE c.id = before.id
     RETURNING ${CALL}, before.status AS was`,
  );
// An active call is abandoned when neither participant had a connection for this long.
const LONG_AGO = `now() - interval '12 hours'`;
const ENDINGS = {
  /** Of a participant. */
  one: ending('call_end', 'end', `c.id = $1 AND ${isParticipant('$2::uuid')}`),
  /** Those in which the user speaks. */
  active: ending('calls_leave', 'leave', isParticipant('$1::uuid')),
  /** Those of the user, also those that ring. */
  all: ending('calls_end_all', 'end', isParticipant('$1::uuid')),
  unanswered: ending('call_end_unanswered', 'unanswered', 'c.id = $1'),
  /** Those that ring for too long because their job did not run. */
  forgotten: ending('calls_end_forgotten', 'unanswered', `c.created_at < now() - interval '${RING_SECONDS} seconds'`),
  /** Active calls of which both participants are gone without having left. */
  abandoned: ending(
    'calls_end_left',
    'leave',
    `c.created_at < ${LONG_AGO} AND
     (greatest(${lastConnected('c.initiator_id')}, ${lastConnected('c.target_id')}) >= ${LONG_AGO}) IS NOT TRUE`,
  ),
};
const CURRENT = sql(
  'calls_current',
  `SELECT ${CALL} FROM (
     SELECT * FROM community.calls WHERE initiator_id = $1 AND status IN ('ringing', 'active')
     UNION ALL SELECT * FROM community.calls WHERE target_id = $1 AND status IN ('ringing', 'active')
   ) c ORDER BY c.created_at DESC, c.id DESC LIMIT ${SHOWN}`,
);
export const CALLS_FOR_EXPORT = sql(
  'calls_for_export',
  `SELECT c.id, c.initiator_id, c.target_id, c.type, c.created_at, c.answered_at, c.ended_at
   FROM community.calls c WHERE ${isParticipant('$1::uuid')} ORDER BY c.created_at, c.id`,
);

@Injectable()
export class CallRepository extends BaseRepository {
  /** Undefined when the target is no active user. */
  async start(callerId: string, targetId: string, type: string): Promise<StartedCall | undefined> {
    const row = await this.one<Call & Omit<StartedCall, 'call'>>(START, callerId, targetId, type);
    if (!row) return undefined;
    const { is_blocked, from, ...call } = row;
    return { is_blocked, from, call: is_blocked ? null : call };
  }

  /** Undefined when the caller may not join, or when the call does not ring any more. */
  join(id: string, callerId: string): Promise<Call | undefined> {
    return this.one<Call>(JOIN, id, callerId);
  }

  find(id: string, callerId: string): Promise<FoundCall | undefined> {
    return this.one<FoundCall>(FIND, id, callerId);
  }

  /** Ends the calls that `which` names, of the given call or user. */
  async end(which: keyof typeof ENDINGS, ...ids: string[]): Promise<EndedCall[]> {
    const rows = await this.rows<Call & { was: CallState }>(ENDINGS[which], ...ids);
    return rows.map(({ was, ...call }) => ({ call, was }));
  }

  /** The calls that ring or are active, newest first. */
  listCurrent(userId: string): Promise<Call[]> {
    return this.rows<Call>(CURRENT, userId);
  }
}
