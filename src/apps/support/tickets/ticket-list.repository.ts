import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql, type Statement } from '../../../platform/database/sql.js';
import { STATUSES, type TicketStatus } from '../entities/ticket.entity.js';
import { ticketColumns } from './ticket.repository.js';
import type { TicketRow } from '../entities/ticket.entity.js';

/** What each filter asks, in the place of `?`; the letters make the statement's name. */
const FILTERS = {
  desk_id: ['d', 't.owner_id = ?'],
  requester_id: ['r', 't.requester_id = ?'],
  status: ['s', 't.status = ANY (?::text[])'],
  priority: ['p', 't.priority = ?'],
  assignee_id: ['a', 't.assignee_id = ?'],
  unassigned: ['u', '(t.assignee_id IS NULL) = ?::boolean'],
  tag: ['t', 't.tags @> ARRAY[?::text]'],
  breached: ['b', '(t.response_breached OR t.resolution_breached) = ?::boolean'],
  due_before: ['e', 'least(t.response_due_at, t.resolution_due_at) < ?::timestamptz'],
  reference_type: ['y', 't.reference_type = ?'],
  reference_id: ['i', 't.reference_id = ?'],
  number: ['n', 't.number = ?::int'],
  digits: ['m', `(t.number = ?::text::int OR t.search @@ websearch_to_tsquery('simple', ?::text))`],
  q: ['q', `t.search @@ websearch_to_tsquery('simple', ?)`],
} as const;
type Filter = keyof typeof FILTERS;
export type TicketFilters = { [name in Filter]?: unknown };

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const SORTS = {
  updated: {
    key: 't.updated_at',
    type: 'timestamptz',
    first: ['infinity', LAST_ID],
    after: '<',
    order: 'DESC',
  },
  created: {
    key: 't.created_at',
    type: 'timestamptz',
    first: ['infinity', LAST_ID],
    after: '<',
    order: 'DESC',
  },
  due: {
    key: `coalesce(least(t.response_due_at, t.resolution_due_at), 'infinity'::timestamptz)`,
    type: 'timestamptz',
    first: ['-infinity', FIRST_ID],
    after: '>',
    order: 'ASC',
  },
} as const;
export type TicketSort = keyof typeof SORTS;

const COUNTS = sql(
  'support_tickets_counts',
  `SELECT status, count(*)::int AS n,
     count(*) FILTER (WHERE assignee_id IS NULL AND status <> 'resolved')::int AS unassigned,
     count(*) FILTER (WHERE (response_breached OR resolution_breached) AND status <> 'resolved')::int AS breached
   FROM ext_support.tickets WHERE owner_id = $1 AND status IN ('new', 'open', 'pending', 'resolved') GROUP BY status`,
);

type CountRow = { status: TicketStatus; n: number; unassigned: number; breached: number };

@AppProvider()
export class TicketListRepository extends BaseRepository {
  async list(filters: TicketFilters, sort: TicketSort, query: PageQuery) {
    const page = new Keyset({ name: `support-tickets-${sort}`, defaultLimit: 20, maxLimit: 100 });
    const slice = page.read(query);
    const given = (Object.keys(FILTERS) as Filter[]).filter((name) => filters[name] !== undefined);
    const [key, id] = slice.after ?? SORTS[sort].first;
    const values = given.map((name) => filters[name]);
    const found = await this.rows<TicketRow & { key: string }>(listOf(given, sort), key, id, slice.fetch, ...values);
    const rows = found.map(({ key: at, ...ticket }) => ({ key: at, ticket }));
    const cut = page.cut(rows, slice, (row) => [row.key, row.ticket.id]);
    return { rows: cut.rows.map(({ ticket }) => ticket), next_cursor: cut.next_cursor };
  }

  /** Of a desk. What is closed is all the rest of its tickets, which are too many to be counted. */
  async counts(ownerId: string, all: number) {
    const rows = await this.rows<CountRow>(COUNTS, ownerId);
    const sum = (of: 'n' | 'unassigned' | 'breached') => rows.reduce((total, row) => total + row[of], 0);
    const byStatus = STATUSES.map((status) => [status, rows.find((row) => row.status === status)?.n ?? 0]);
    return {
      by_status: { ...Object.fromEntries(byStatus), closed: all - sum('n') } as Record<TicketStatus, number>,
      unassigned: sum('unassigned'),
      breached: sum('breached'),
    };
  }
}

function listOf(given: Filter[], sort: TicketSort): Statement {
  const { key, type, after, order } = SORTS[sort];
  const conditions = given.map((name, at) => FILTERS[name][1].replaceAll('?', `$${4 + at}`));
  const letters = given.map((name) => FILTERS[name][0]).join('');
  return sql(
    `support_tickets_list ${sort} ${letters}`,
    `SELECT ${ticketColumns('t')}, (${key})::text AS key FROM ext_support.tickets t
     WHERE ${[...conditions, `(${key}, t.id) ${after} ($1::${type}, $2::uuid)`].join(' AND ')}
     ORDER BY ${key} ${order}, t.id ${order} LIMIT $3`,
  );
}
