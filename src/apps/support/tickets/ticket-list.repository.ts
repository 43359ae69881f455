import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { STATUSES, type TicketRow, type TicketStatus } from '../entities/ticket.entity.js';
import { ticketColumns } from './ticket.repository.js';

const LIST = new List({
  name: 'support_tickets_list',
  columns: ticketColumns('t'),
  from: 'ext_support.tickets t',
  id: 't.id',
  filters: {
    desk_id: 't.owner_id = ?',
    requester_id: 't.requester_id = ?',
    status: 't.status = ANY (?::text[])',
    priority: 't.priority = ?',
    assignee_id: 't.assignee_id = ?',
    unassigned: '(t.assignee_id IS NULL) = ?::boolean',
    tag: 't.tags @> ARRAY[?::text]',
    breached: '(t.response_breached OR t.resolution_breached) = ?::boolean',
    due_before: 'least(t.response_due_at, t.resolution_due_at) < ?::timestamptz',
    reference_type: 't.reference_type = ?',
    reference_id: 't.reference_id = ?',
    number: 't.number = ?::int',
    digits: `(t.number = ?::text::int OR t.search @@ websearch_to_tsquery('simple', ?::text))`,
    q: `t.search @@ websearch_to_tsquery('simple', ?)`,
  },
  sorts: {
    updated: { by: 't.updated_at', type: 'timestamptz' },
    created: { by: 't.created_at', type: 'timestamptz' },
    due: {
      by: `coalesce(least(t.response_due_at, t.resolution_due_at), 'infinity'::timestamptz)`,
      type: 'timestamptz',
      order: 'ASC',
    },
  },
});
type Call = Parameters<typeof LIST.page>[1];
export type TicketFilters = NonNullable<Call['filters']>;
export type TicketSort = Call['sort'];

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
  list(filters: TicketFilters, sort: TicketSort, query: PageQuery): Promise<Page<TicketRow>> {
    return LIST.page<TicketRow>(this.database, { filters, sort, query });
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
