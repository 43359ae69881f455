import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { jsonObject } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import type { TicketedEvent } from '../catalogue/event.entity.js';
import type { EventOrder, Ticket } from '../orders/order.entity.js';

type Summary = Pick<
  TicketedEvent,
  'id' | 'title' | 'slug' | 'status' | 'format' | 'venue_name' | 'address' | 'timezone' | 'cover_url'
>;

const SUMMARY = jsonObject<Summary>({
  id: 'e.id',
  title: 'e.title',
  slug: 'e.slug',
  status: 'e.status',
  format: 'e.format',
  venue_name: 'e.venue_name',
  address: 'e.address',
  timezone: 'e.timezone',
  cover_url: 'e.cover_url',
});

const MINE = new List({
  name: 'events_my_tickets',
  columns: `t.*, t.price_minor::float8 AS price_minor, y.name AS ticket_type, e.currency, ${SUMMARY} AS event,
    e.starts_at, e.ends_at, e.online_url`,
  from: `ext_events.tickets t JOIN ext_events.events e ON e.id = t.event_id
    JOIN ext_events.ticket_types y ON y.id = t.ticket_type_id JOIN ext_events.orders o ON o.id = t.order_id`,
  id: 't.id',
  // What was never paid was never somebody's.
  where: `t.owner_id = $1 AND o.status <> 'expired'`,
  filters: { upcoming: 'e.ends_at > now()', past: 'e.ends_at <= now()' },
  sorts: {
    soonest: { by: 'e.starts_at', type: 'timestamptz', order: 'ASC' },
    latest: { by: 'e.starts_at', type: 'timestamptz' },
  },
});

const ATTENDEES = new List({
  name: 'events_attendees',
  columns: `t.*, t.price_minor::float8 AS price_minor, y.name AS ticket_type, e.currency, o.status AS order_status,
    o.total_minor::float8 AS total_minor, o.refund_due_minor::float8 AS refund_due_minor`,
  from: `ext_events.tickets t JOIN ext_events.orders o ON o.id = t.order_id
    JOIN ext_events.events e ON e.id = t.event_id JOIN ext_events.ticket_types y ON y.id = t.ticket_type_id`,
  id: 't.id',
  where: 't.event_id = $1',
  filters: {
    // Only the owner sees codes, so only they find tickets by them.
    words: '(t.attendee_name ILIKE ? OR t.attendee_email ILIKE ?)',
    wordsOrCode: `(t.attendee_name ILIKE (?::text[])[1] OR t.attendee_email ILIKE (?::text[])[1]
      OR t.code LIKE (?::text[])[2])`,
    ticket_type_id: 't.ticket_type_id = ?',
    status: 't.status = ?',
    checked_in: '(t.checked_in_at IS NOT NULL) = ?::boolean',
    refund_due: '(o.refund_due_minor > 0) = ?::boolean',
  },
  sorts: { newest: { by: 't.created_at', type: 'timestamptz' } },
});

export type MyTicketRow = Ticket & {
  ticket_type: string;
  currency: string;
  event: Summary;
  starts_at: Date;
  ends_at: Date;
  online_url: string | null;
};

export type AttendeeRow = Ticket &
  Pick<EventOrder, 'total_minor' | 'refund_due_minor' | 'currency'> & {
    ticket_type: string;
    order_status: EventOrder['status'];
  };

export type When = 'upcoming' | 'past' | 'all';
export type AttendeeFilters = Parameters<typeof ATTENDEES.page>[1]['filters'];

@AppProvider()
export class AttendanceRepository extends BaseRepository {
  /** The tickets that a user holds. */
  mine(userId: string, when: When, query: PageQuery) {
    const filters = { upcoming: when === 'upcoming' || undefined, past: when === 'past' || undefined };
    const sort = when === 'upcoming' ? 'soonest' : 'latest';
    return MINE.page<MyTicketRow>(this.database, { values: [userId], filters, sort, query });
  }

  attendees(eventId: string, filters: AttendeeFilters, query: PageQuery) {
    return ATTENDEES.page<AttendeeRow>(this.database, { values: [eventId], filters, sort: 'newest', query });
  }
}
