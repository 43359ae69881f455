import { AppProvider } from '../../kernel/app-provider.js';
import { filled, settingsSql } from '../../kernel/app-settings.js';
import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Ticket, type TicketRow } from '../entities/ticket.entity.js';
import { SupportSettings } from '../support.settings.js';
import type { TicketChange } from './ticket-change.js';

export type Locked = TicketRow & { now: Date };

/** What decides about a new ticket. */
export interface OpeningState {
  now: Date;
  settings: SupportSettings;
  isUser: boolean;
  /** The requester's tickets at this desk that are new, open or pending. */
  open: number;
}

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
// One statement, because the other callers wait for the desk. The requester's account stays until the COMMIT.
const OPENING_STATE = sql(
  'support_opening_state',
  `SELECT clock_timestamp()::timestamptz(3) AS now, ${settingsSql('support', '$1')} AS settings,
     EXISTS (SELECT FROM account.users WHERE id = $2 FOR KEY SHARE) AS is_user,
     (SELECT count(*)::int FROM ext_support.tickets
      WHERE requester_id = $2 AND owner_id = $1 AND status IN ('new', 'open', 'pending')) AS open`,
);
const INSERT = sql(
  'support_ticket_insert',
  `INSERT INTO ext_support.tickets (${ALL.join(', ')}, search)
   SELECT ${ALL.map((name) => `n.${name}`).join(', ')},
     ${SUBJECT('n.subject')} || to_tsvector('simple', $1::jsonb ->> 'words')
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
@AppProvider()
export class TicketRepository extends EntityRepository<Ticket> {
  protected readonly entity = Ticket;

  byIds(ids: string[]): Promise<TicketRow[]> {
    return this.find({ id: In(ids) });
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
    return (await this.onlyOne<{ now: Date }>(NOW)).now;
  }

  /** The desk is locked, so nobody else opens a ticket there until the COMMIT. */
  async openingState(ownerId: string, requesterId: string): Promise<OpeningState> {
    type Row = { now: Date; settings: object | null; is_user: boolean; open: number };
    const { now, settings, is_user, open } = await this.onlyOne<Row>(OPENING_STATE, ownerId, requesterId);
    return { now, settings: filled(SupportSettings, settings ?? {}), isUser: is_user, open };
  }

  async create({ ticket, words }: TicketChange): Promise<void> {
    await this.count(INSERT, JSON.stringify({ ...ticket, words }));
  }

  async save(changes: TicketChange[]): Promise<void> {
    const rows = changes.map(({ ticket, words }) => ({ ...ticket, words }));
    await this.count(SAVE, JSON.stringify(rows));
  }

  /** By what was said in others too, which have gone into it. */
  async findByWordsOf(intoId: string, ids: string[]): Promise<void> {
    for (const id of ids) await this.count(JOIN_WORDS, intoId, id);
  }
}
