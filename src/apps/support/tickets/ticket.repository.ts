import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { TicketRow } from '../entities/ticket.entity.js';
import type { NewEvent, TicketChange } from './ticket-change.js';

export type Locked = TicketRow & { now: Date };

const GIVEN = ['id', 'owner_id', 'number', 'requester_id', 'reference_type', 'reference_id', 'created_at'];
const MOVING = [
  'subject',
  'status',
  'priority',
  'assignee_id',
  'tags',
  'response_started_at',
  'response_due_at',
  'response_look_at',
  'first_responded_at',
  'first_response_seconds',
  'resolution_due_at',
  'resolution_look_at',
  'resolution_used_seconds',
  'clock_started_at',
  'response_breached',
  'resolution_breached',
  'warned_response_at',
  'warned_resolution_at',
  'last_requester_at',
  'last_agent_at',
  'pending_at',
  'resolved_at',
  'closed_at',
  'reopened_count',
  'merged_into_id',
  'last_seq',
  'updated_at',
];
const ALL = [...GIVEN, ...MOVING];
/** All but the words that it is found by. */
export const ticketColumns = (t: string) => ALL.map((name) => `${t}.${name}`).join(', ');

const SUBJECT = (text: string) => `setweight(to_tsvector('simple', ${text}), 'A')`;
/** PostgreSQL holds a mebibyte of words: what would be more is not found. */
const withWords = (known: string, more: string) =>
  `CASE WHEN octet_length((${known})::text) + octet_length((${more})::text) < 900000
     THEN (${known}) || (${more}) ELSE ${known} END`;

const FIND = sql(
  'support_tickets_find',
  `SELECT ${ticketColumns('t')} FROM ext_support.tickets t WHERE id = ANY ($1::uuid[])`,
);
const NUMBERED = sql(
  'support_ticket_numbered',
  `SELECT ${ticketColumns('t')} FROM ext_support.tickets t WHERE owner_id = $1 AND number = $2`,
);
// In the order of their ids, as everywhere; the clock is read when all of them are ours.
const lock = (name: string, where: string) =>
  sql(
    name,
    `WITH locked AS MATERIALIZED (
       SELECT ${ticketColumns('t')} FROM ext_support.tickets t WHERE ${where}
     ) SELECT locked.*, clock_timestamp()::timestamptz(3) AS now FROM locked ORDER BY id`,
  );
const LOCK = lock('support_tickets_lock', 'id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE');
const LOCK_OF_AGENT = lock(
  'support_tickets_lock_of_agent',
  `owner_id = $1 AND assignee_id = $2 AND status IN ('new', 'open', 'pending') ORDER BY id FOR NO KEY UPDATE`,
);
const LOCK_OF_DESK = lock(
  'support_tickets_lock_of_desk',
  `owner_id = $1 AND status IN ('new', 'open', 'pending', 'resolved') ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
);
const LOCK_TO_LOOK_AT = lock(
  'support_tickets_lock_to_look_at',
  `id IN (
     (SELECT id FROM ext_support.tickets WHERE response_look_at <= now() ORDER BY response_look_at LIMIT $1)
     UNION
     (SELECT id FROM ext_support.tickets WHERE resolution_look_at <= now() ORDER BY resolution_look_at LIMIT $1)
   ) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
);
const NOW = sql('support_now', 'SELECT clock_timestamp()::timestamptz(3) AS now');
const INSERT = sql(
  'support_ticket_insert',
  `INSERT INTO ext_support.tickets (${ALL.join(', ')}, search)
   SELECT ${ticketColumns('n')}, ${SUBJECT('n.subject')}
   FROM jsonb_populate_record(NULL::ext_support.tickets, $1::jsonb) n`,
);
const SAVE = sql(
  'support_tickets_save',
  `UPDATE ext_support.tickets t SET (${MOVING.join(', ')}) = (${MOVING.map((name) => `n.${name}`).join(', ')}),
     search = CASE WHEN coalesce(j ->> 'words', '') = '' AND t.subject = n.subject THEN t.search
       ELSE ${withWords(
         `CASE WHEN t.subject = n.subject THEN t.search
            ELSE ${SUBJECT('n.subject')} || ts_filter(t.search, '{d}') END`,
         `to_tsvector('simple', coalesce(j ->> 'words', ''))`,
       )} END
   FROM jsonb_array_elements($1::jsonb) j, jsonb_populate_record(NULL::ext_support.tickets, j) n
   WHERE t.id = (j ->> 'id')::uuid`,
);
const JOIN_WORDS = sql(
  'support_tickets_join_words',
  `UPDATE ext_support.tickets t SET search = ${withWords('t.search', `setweight(s.search, 'D')`)}
   FROM ext_support.tickets s WHERE t.id = $1 AND s.id = $2`,
);
const EVENTS = sql(
  'support_events_insert',
  `INSERT INTO ext_support.ticket_events (ticket_id, actor_id, kind, data, created_at)
   SELECT ticket_id, actor_id, kind, data, created_at FROM jsonb_to_recordset($1::jsonb) AS given (
     ticket_id uuid, actor_id uuid, kind text, data jsonb, created_at timestamptz)`,
);
const OPEN_OF = sql(
  'support_tickets_open_of',
  `SELECT count(*)::int AS n FROM ext_support.tickets
   WHERE requester_id = $1 AND owner_id = $2 AND status IN ('new', 'open', 'pending')`,
);

@AppProvider()
export class TicketRepository extends BaseRepository {
  find(ids: string[]): Promise<TicketRow[]> {
    return this.rows<TicketRow>(FIND, ids);
  }

  numbered(ownerId: string, number: number): Promise<TicketRow | undefined> {
    return this.one<TicketRow>(NUMBERED, ownerId, number);
  }

  lock(ids: string[]): Promise<Locked[]> {
    return this.rows<Locked>(LOCK, ids);
  }

  /** What somebody still has to do at a desk. */
  lockOfAgent(ownerId: string, userId: string): Promise<Locked[]> {
    return this.rows<Locked>(LOCK_OF_AGENT, ownerId, userId);
  }

  /** What is not closed yet, at most so many. */
  lockOfDesk(ownerId: string, limit: number): Promise<Locked[]> {
    return this.rows<Locked>(LOCK_OF_DESK, ownerId, limit);
  }

  /** Of those whose time has come; what somebody works on right now is looked at the next time. */
  lockToLookAt(limit: number): Promise<Locked[]> {
    return this.rows<Locked>(LOCK_TO_LOOK_AT, limit);
  }

  async now(): Promise<Date> {
    return ((await this.one<{ now: Date }>(NOW)) as { now: Date }).now;
  }

  async openOf(requesterId: string, ownerId: string): Promise<number> {
    return (await this.one<{ n: number }>(OPEN_OF, requesterId, ownerId))?.n ?? 0;
  }

  async insert(ticket: TicketRow): Promise<void> {
    await this.count(INSERT, JSON.stringify(ticket));
  }

  async save(changes: TicketChange[]): Promise<void> {
    const rows = changes.map(({ ticket, words }) => ({ ...ticket, words }));
    await this.count(SAVE, JSON.stringify(rows));
  }

  /** By what was said in others too, which have gone into it. */
  async findByWordsOf(intoId: string, ids: string[]): Promise<void> {
    for (const id of ids) await this.count(JOIN_WORDS, intoId, id);
  }

  async tell(events: (NewEvent & { created_at: Date })[]): Promise<void> {
    if (events.length) await this.count(EVENTS, JSON.stringify(events));
  }
}
