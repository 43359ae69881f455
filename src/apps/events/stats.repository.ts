import { BaseRepository } from '../../platform/database/base.repository.js';
import { searching } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { during } from '../kernel/stats/figures.js';

const EVENTS = searching(
  'events_stats_events',
  `SELECT count(*) FILTER (WHERE ${during('e.published_at')})::int AS events_published,
     count(*) FILTER (WHERE e.status = 'published' AND e.starts_at > now())::int AS events_upcoming,
     (SELECT count(*)::int FROM ext_events.waitlist_entries w JOIN ext_events.events o ON o.id = w.event_id
      WHERE o.owner_id = $1 AND w.status = 'waiting') AS waitlist_waiting
   FROM ext_events.events e WHERE e.owner_id = $1`,
);
const TICKETS = searching(
  'events_stats_tickets',
  `SELECT count(*) FILTER (WHERE t.status = 'valid' AND ${during('o.confirmed_at')})::int AS tickets_sold,
     count(*) FILTER (WHERE ${during('t.checked_in_at')})::int AS tickets_checked_in,
     count(*) FILTER (WHERE t.status = 'valid' AND t.checked_in_at IS NOT NULL AND ${during('e.starts_at')}
       AND e.starts_at <= now())::int AS came,
     count(*) FILTER (WHERE t.status = 'valid' AND ${during('e.starts_at')} AND e.starts_at <= now())::int AS expected
   FROM ext_events.events e JOIN ext_events.orders o ON o.event_id = e.id
     JOIN ext_events.tickets t ON t.order_id = o.id AND t.event_id = o.event_id
   WHERE e.owner_id = $1`,
);
const ORDERS = searching(
  'events_stats_orders',
  `SELECT o.currency, count(*) FILTER (WHERE ${during('o.confirmed_at')})::int AS confirmed,
     coalesce(sum(o.total_minor) FILTER (WHERE ${during('o.paid_at')}), 0)::float8 AS gross,
     coalesce(sum(o.refunded_minor) FILTER (WHERE ${during('o.paid_at')}), 0)::float8 AS refunded,
     sum(o.refund_due_minor)::float8 AS due
   FROM ext_events.events e JOIN ext_events.orders o ON o.event_id = e.id
   WHERE e.owner_id = $1 GROUP BY o.currency ORDER BY o.currency`,
);

export interface EventFigures {
  events_published: number;
  events_upcoming: number;
  waitlist_waiting: number;
}

export interface TicketFigures {
  tickets_sold: number;
  tickets_checked_in: number;
  came: number;
  expected: number;
}

/** Minor units. */
export interface OrderFigures {
  currency: string;
  confirmed: number;
  gross: number;
  refunded: number;
  due: number;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  events(userId: string, from: string, to: string): Promise<EventFigures> {
    return this.onlyOne<EventFigures>(EVENTS, userId, from, to);
  }

  tickets(userId: string, from: string, to: string): Promise<TicketFigures> {
    return this.onlyOne<TicketFigures>(TICKETS, userId, from, to);
  }

  orders(userId: string, from: string, to: string): Promise<OrderFigures[]> {
    return this.rows<OrderFigures>(ORDERS, userId, from, to);
  }
}
