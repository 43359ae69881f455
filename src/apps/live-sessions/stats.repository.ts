import { BaseRepository } from '../../platform/database/base.repository.js';
import { searching } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { during } from '../kernel/stats/figures.js';

/** A session begins at most so long before or after its start was planned. The column is the one of the index. */
const NEAR = `s.starts_at >= $2::date - interval '2 days' AND s.starts_at < $3::date + interval '3 days'`;
const HELD = `s.status = 'ended' AND s.started_at IS NOT NULL AND ${during('s.started_at')}`;

const SESSIONS = searching(
  'live_sessions_stats_sessions',
  `SELECT count(*) FILTER (WHERE ${HELD})::int AS sessions_held,
     coalesce(sum(extract(epoch FROM s.ends_at - s.starts_at)) FILTER (WHERE ${HELD}), 0)::int AS seconds_hosted,
     coalesce(sum(s.booked) FILTER (WHERE o.kind = 'group' AND s.status = 'ended' AND ${during('s.starts_at')}), 0)::int
       AS group_booked,
     coalesce(sum(s.seats) FILTER (WHERE o.kind = 'group' AND s.status = 'ended' AND ${during('s.starts_at')}), 0)::int
       AS group_seats,
     (SELECT count(*)::int FROM ext_live_sessions.sessions c
      WHERE c.owner_id = $1 AND c.starts_at > now() AND c.status IN ('scheduled', 'live')) AS sessions_upcoming
   FROM ext_live_sessions.sessions s JOIN ext_live_sessions.offerings o ON o.id = s.offering_id
   WHERE s.owner_id = $1 AND ${NEAR}`,
);
const BOOKINGS = searching(
  'live_sessions_stats_bookings',
  `SELECT count(*) FILTER (WHERE ${during('b.confirmed_at')})::int AS bookings_confirmed,
     count(*) FILTER (WHERE b.cancelled_by = 'participant' AND ${during('b.cancelled_at')})::int AS by_participant,
     count(*) FILTER (WHERE b.cancelled_by = 'host' AND ${during('b.cancelled_at')})::int AS by_host,
     count(*) FILTER (WHERE b.attendance = 'attended' AND ${during('s.starts_at')})::int AS attended,
     count(*) FILTER (WHERE b.attendance = 'no_show' AND ${during('s.starts_at')})::int AS no_shows
   FROM ext_live_sessions.bookings b JOIN ext_live_sessions.sessions s ON s.id = b.session_id
   WHERE b.host_id = $1`,
);
const MONEY = searching(
  'live_sessions_stats_money',
  `SELECT b.currency, coalesce(sum(b.price_minor) FILTER (WHERE ${during('b.paid_at')}), 0)::float8 AS gross,
     coalesce(sum(b.refunded_minor) FILTER (WHERE ${during('b.paid_at')}), 0)::float8 AS refunded,
     sum(b.refund_due_minor)::float8 AS due
   FROM ext_live_sessions.bookings b WHERE b.host_id = $1 AND b.paid_at IS NOT NULL
   GROUP BY b.currency ORDER BY b.currency`,
);

export interface SessionFigures {
  sessions_held: number;
  seconds_hosted: number;
  group_booked: number;
  group_seats: number;
  sessions_upcoming: number;
}

export interface BookingFigures {
  bookings_confirmed: number;
  by_participant: number;
  by_host: number;
  attended: number;
  no_shows: number;
}

/** Minor units. */
export interface MoneyFigures {
  currency: string;
  gross: number;
  refunded: number;
  due: number;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  sessions(userId: string, from: string, to: string): Promise<SessionFigures> {
    return this.onlyOne<SessionFigures>(SESSIONS, userId, from, to);
  }

  bookings(userId: string, from: string, to: string): Promise<BookingFigures> {
    return this.onlyOne<BookingFigures>(BOOKINGS, userId, from, to);
  }

  money(userId: string, from: string, to: string): Promise<MoneyFigures[]> {
    return this.rows<MoneyFigures>(MONEY, userId, from, to);
  }
}
