import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { personBy } from '../../kernel/rows/person.js';
import type { CardRow } from './event.views.js';

const IS_FREE = `coalesce((SELECT min(t.price_minor) FROM ext_events.ticket_types t
  WHERE t.event_id = e.id AND t.status = 'active'), 0) = 0`;

const shared = {
  columns: `e.*, ${personBy('e.owner_id')} AS organizer,
    (SELECT min(t.price_minor)::text FROM ext_events.ticket_types t WHERE t.event_id = e.id AND t.status = 'active')
      AS from_price_minor,
    coalesce(e.sold + e.held >= e.capacity, false) OR coalesce((SELECT bool_and(coalesce(t.sold + t.held >= t.quantity, false))
      FROM ext_events.ticket_types t WHERE t.event_id = e.id AND t.status = 'active'), false) AS sold_out`,
  from: 'ext_events.events e',
  id: 'e.id',
  filters: {
    title: 'e.title ILIKE ?',
    owner_id: 'e.owner_id = ?',
    from: `e.starts_at >= ?::date::timestamp AT TIME ZONE 'UTC'`,
    to: `e.starts_at < (?::date + 1)::timestamp AT TIME ZONE 'UTC'`,
    format: 'e.format = ?',
    free: `(${IS_FREE}) = ?::boolean`,
    status: 'e.status = ?',
    upcoming: 'e.ends_at > now()',
  },
};

const PUBLISHED = new List({
  ...shared,
  name: 'events_list',
  where: `e.status = 'published' AND e.visibility = 'public'
    AND (SELECT user_status = 'active' FROM account.users WHERE id = e.owner_id)`,
  sorts: { soonest: { by: 'e.starts_at', type: 'timestamptz', order: 'ASC' } },
});
// Owned and staffed ones each by their index.
const MINE = new List({
  ...shared,
  name: 'events_mine',
  where: `e.id = ANY (ARRAY(SELECT id FROM ext_events.events WHERE owner_id = $1
    UNION SELECT id FROM ext_events.events WHERE staff_ids @> ARRAY[$1::uuid]))`,
  sorts: { newest: { by: 'e.created_at', type: 'timestamptz' } },
});

export type EventFilters = { [Name in keyof typeof shared.filters]?: unknown };

@AppProvider()
export class EventListRepository extends BaseRepository {
  published(filters: EventFilters, query: PageQuery) {
    return PUBLISHED.page<CardRow>(this.database, { filters, sort: 'soonest', query });
  }

  /** What a user owns or is staff of. */
  mine(userId: string, filters: EventFilters, query: PageQuery) {
    return MINE.page<CardRow>(this.database, { values: [userId], filters, sort: 'newest', query });
  }
}
