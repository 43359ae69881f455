import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Booking, type Canceller } from '../entities/booking.entity.js';

const BOOKINGS = 'ext_live_sessions.bookings';
/** Of a participant or of a booking. */
const HOLD = sql('live_sessions_hold', `SELECT pg_advisory_xact_lock(hashtextextended('${BOOKINGS} ' || $1, 0))`);
const SESSION_OF = sql('live_sessions_booking_session', `SELECT session_id FROM ${BOOKINGS} WHERE id = $1`);
const EARLIER = sql(
  'live_sessions_booking_earlier',
  `SELECT * FROM ${BOOKINGS} WHERE owner_id = $1 AND (id = $2 OR request_key = $3) ORDER BY id = $2 DESC LIMIT 1`,
);
const LIVE_HOLDS = sql(
  'live_sessions_live_holds',
  `SELECT count(*)::int AS count FROM ${BOOKINGS}
   WHERE host_id = $1 AND status = 'held' AND owner_id = $2 AND hold_expires_at > now()`,
);
const LOCK = sql('live_sessions_booking_lock', `SELECT * FROM ${BOOKINGS} WHERE id = $1 FOR NO KEY UPDATE`);
const LATEST = sql(
  'live_sessions_booking_latest',
  `SELECT * FROM ${BOOKINGS} WHERE session_id = $1 AND owner_id = $2
   ORDER BY status IN ('held', 'confirmed') DESC, id DESC LIMIT 1`,
);
const CANCEL_ALL = sql(
  'live_sessions_bookings_cancel',
  `UPDATE ${BOOKINGS} SET status = 'cancelled', cancelled_by = $2, cancel_reason = $3, cancelled_at = now(),
     updated_at = now(), refund_due_minor = CASE WHEN paid_at IS NULL THEN 0 ELSE price_minor - refunded_minor END
   WHERE session_id = ANY ($1::uuid[]) AND status IN ('held', 'confirmed') RETURNING *`,
);
const MOVED = sql(
  'live_sessions_bookings_moved',
  `UPDATE ${BOOKINGS} SET free_cancel = true, joined_at = NULL, updated_at = now()
   WHERE session_id = $1 AND status IN ('held', 'confirmed') RETURNING owner_id`,
);
const CONFIRMED = sql(
  'live_sessions_bookings_confirmed',
  `SELECT id, session_id, owner_id FROM ${BOOKINGS} WHERE session_id = ANY ($1::uuid[]) AND status = 'confirmed'`,
);
const ROSTER = sql(
  'live_sessions_roster',
  `SELECT * FROM ${BOOKINGS} WHERE session_id = $1 AND status = 'confirmed' ORDER BY id`,
);
// Attendance that is not given follows who has joined. Where the host never came, nobody stayed away.
const ATTEND = sql(
  'live_sessions_attendance',
  `UPDATE ${BOOKINGS} b SET updated_at = now(), attendance = CASE
     WHEN given.attended THEN 'attended' WHEN NOT given.attended THEN 'no_show'
     WHEN old.attendance <> 'unknown' THEN old.attendance
     WHEN old.joined_at IS NOT NULL THEN 'attended' WHEN $4 THEN 'no_show' ELSE 'unknown' END
   FROM ${BOOKINGS} old LEFT JOIN unnest($2::uuid[], $3::boolean[]) given (id, attended) ON given.id = old.id
   WHERE b.id = old.id AND old.session_id = ANY ($1::uuid[]) AND old.status = 'confirmed'`,
);
const TO_REFUND = sql(
  'live_sessions_bookings_to_refund',
  `SELECT * FROM ${BOOKINGS} WHERE refund_due_minor > 0 AND refund_started_at IS NULL
   ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED`,
);
const REFUNDS_STARTED = sql(
  'live_sessions_refunds_started',
  `UPDATE ${BOOKINGS} SET refund_started_at = now() WHERE id = ANY ($1::uuid[])`,
);

@AppProvider()
export class BookingRepository extends EntityRepository<Booking> {
  protected readonly entity = Booking;

  /** Other calls of this participant that book something wait here until the transaction ends. */
  async lockParticipant(userId: string): Promise<void> {
    await this.rows(HOLD, userId);
  }

  /** What an earlier attempt of the same call has left. */
  earlier(userId: string, id: string, requestKey: string | undefined): Promise<Booking | undefined> {
    return this.one<Booking>(EARLIER, userId, id, requestKey ?? null);
  }

  async countLiveHolds(hostId: string, userId: string): Promise<number> {
    return (await this.onlyOne<{ count: number }>(LIVE_HOLDS, hostId, userId)).count;
  }

  /**
   * The session of the booking, from which no other call moves it until the transaction ends. Must come before the lock of
   * the session: a transaction that locks the former session and then the new one does not lock them in order.
   */
  async holdInSession(id: string): Promise<string | undefined> {
    await this.rows(HOLD, id);
    return (await this.one<{ session_id: string }>(SESSION_OF, id))?.session_id;
  }

  /** The session is locked. */
  lock(id: string): Promise<Booking | undefined> {
    return this.one<Booking>(LOCK, id);
  }

  /** The active booking, or the newest one. */
  latest(sessionId: string, userId: string): Promise<Booking | undefined> {
    return this.one<Booking>(LATEST, sessionId, userId);
  }

  /** The active bookings of these sessions, which are locked. */
  cancelAll(sessionIds: string[], by: Canceller, reason: string | undefined): Promise<Booking[]> {
    return this.rows<Booking>(CANCEL_ALL, sessionIds, by, reason ?? null);
  }

  /** The session got another start. Returns who has booked it. */
  async sessionMoved(sessionId: string): Promise<string[]> {
    return (await this.rows<{ owner_id: string }>(MOVED, sessionId)).map(({ owner_id }) => owner_id);
  }

  confirmedOf(sessionIds: string[]): Promise<Pick<Booking, 'id' | 'session_id' | 'owner_id'>[]> {
    return this.rows(CONFIRMED, sessionIds);
  }

  roster(sessionId: string): Promise<Booking[]> {
    return this.rows<Booking>(ROSTER, sessionId);
  }

  /** `counts`: who has not joined stayed away. */
  async attend(sessionIds: string[], given: { booking_id: string; attended: boolean }[], counts: boolean) {
    const ids = given.map(({ booking_id }) => booking_id);
    const attended = given.map((one) => one.attended);
    await this.count(ATTEND, sessionIds, ids, attended, counts);
  }

  /** Locked: a hundred bookings whose refund nobody has started. */
  lockToRefund(): Promise<Booking[]> {
    return this.rows<Booking>(TO_REFUND);
  }

  async refundsStarted(ids: string[]): Promise<void> {
    await this.count(REFUNDS_STARTED, ids);
  }
}
