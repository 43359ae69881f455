import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { FROM_SESSIONS, type SessionOfOffering, WITH_OFFERING } from './sessions/session.repository.js';

const LOCK_HOSTED = sql(
  'live_sessions_lock_hosted',
  `SELECT ${WITH_OFFERING} FROM ${FROM_SESSIONS} WHERE s.owner_id = $1 AND s.status IN ('held', 'scheduled', 'live')
   ORDER BY s.id FOR NO KEY UPDATE OF s`,
);
const LOCK_BOOKED = sql(
  'live_sessions_lock_booked',
  `SELECT ${WITH_OFFERING} FROM ${FROM_SESSIONS}
   WHERE s.id = ANY (ARRAY(SELECT session_id FROM ext_live_sessions.bookings
     WHERE owner_id = $1 AND status IN ('held', 'confirmed')))
   ORDER BY s.id FOR NO KEY UPDATE OF s`,
);
const KEEP_SESSIONS = sql(
  'live_sessions_keep_sessions',
  `UPDATE ext_live_sessions.sessions s SET owner_id = NULL, join_url = NULL
   WHERE s.owner_id = $1 AND EXISTS (SELECT FROM ext_live_sessions.bookings b WHERE b.session_id = s.id)`,
);
const KEEP_OFFERINGS = sql(
  'live_sessions_keep_offerings',
  `UPDATE ext_live_sessions.offerings o SET owner_id = NULL, status = 'archived', join_url = NULL
   WHERE o.owner_id = $1
     AND EXISTS (SELECT FROM ext_live_sessions.sessions s WHERE s.offering_id = o.id AND s.owner_id IS NULL)`,
);
const FORGET = sql(
  'live_sessions_forget_participant',
  `UPDATE ext_live_sessions.bookings SET answers = '{}', cancel_reason = NULL, request_key = NULL, checkout_url = NULL
   WHERE owner_id = $1`,
);

/** What stays of hosts and participants whose accounts are deleted. */
@AppProvider()
export class AccountDeletionRepository extends BaseRepository {
  /** The sessions of a host that are not over, locked. */
  lockHosted(userId: string): Promise<SessionOfOffering[]> {
    return this.rows<SessionOfOffering>(LOCK_HOSTED, userId);
  }

  /** The sessions in which a participant has a seat, locked. */
  lockBooked(userId: string): Promise<SessionOfOffering[]> {
    return this.rows<SessionOfOffering>(LOCK_BOOKED, userId);
  }

  /** Sessions that somebody has booked stay, with their offerings and without a host. */
  async keepForParticipants(userId: string): Promise<void> {
    await this.count(KEEP_SESSIONS, userId);
    await this.count(KEEP_OFFERINGS, userId);
  }

  /** Of the bookings of a participant only what is in the books stays. */
  async forget(userId: string): Promise<void> {
    await this.count(FORGET, userId);
  }
}
