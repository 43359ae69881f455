import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';

const DUE = sql(
  'live_sessions_holds_due',
  `SELECT session_id FROM ext_live_sessions.bookings
   WHERE status = 'held' AND hold_expires_at <= now() ORDER BY hold_expires_at LIMIT 200`,
);
const LOCK = sql(
  'live_sessions_holds_lock',
  `SELECT id FROM ext_live_sessions.sessions WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
);
const EXPIRE = sql(
  'live_sessions_holds_expire',
  `WITH expired AS (
     UPDATE ext_live_sessions.bookings SET status = 'expired', updated_at = now()
     WHERE session_id = ANY ($1::uuid[]) AND status = 'held' AND hold_expires_at <= now() RETURNING session_id
   ), counted AS (SELECT session_id, count(*)::int AS holds FROM expired GROUP BY session_id)
   UPDATE ext_live_sessions.sessions s SET held = s.held - counted.holds, updated_at = now(),
     status = CASE s.status WHEN 'held' THEN 'released' ELSE s.status END
   FROM counted WHERE s.id = counted.session_id`,
);

/** Times and seats that nobody has paid for in time. */
@AppProvider()
export class HoldRepository extends BaseRepository {
  /** Ends some holds that ran out; false if there are none, or others work on them. */
  async expireSome(): Promise<boolean> {
    const due = await this.rows<{ session_id: string }>(DUE);
    if (!due.length) return false;
    const locked = await this.rows<{ id: string }>(
      LOCK,
      due.map(({ session_id }) => session_id),
    );
    return (
      (await this.count(
        EXPIRE,
        locked.map(({ id }) => id),
      )) > 0
    );
  }
}
