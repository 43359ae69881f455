import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { FROM_SESSIONS, type SessionOfOffering, WITH_OFFERING } from './session.repository.js';

const END_OVERDUE = sql(
  'live_sessions_end_overdue',
  `UPDATE ext_live_sessions.sessions SET status = 'ended', ended_at = now(), remind_at = NULL, updated_at = now()
   WHERE id = ANY (ARRAY(
     SELECT id FROM ext_live_sessions.sessions
     WHERE status IN ('scheduled', 'live') AND ends_at <= now() - interval '60 minutes'
     ORDER BY ends_at LIMIT 200 FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING id, started_at`,
);
const LOCK_TO_REMIND = sql(
  'live_sessions_lock_to_remind',
  `SELECT ${WITH_OFFERING} FROM ${FROM_SESSIONS}
   WHERE s.remind_at <= now() AND s.status IN ('scheduled', 'live')
   ORDER BY s.remind_at LIMIT 200 FOR NO KEY UPDATE OF s SKIP LOCKED`,
);
const REMINDED = sql(
  'live_sessions_reminded',
  `UPDATE ext_live_sessions.sessions s SET remind_at = given.remind_at,
     alerts_sent = s.alerts_sent || ARRAY(SELECT jsonb_array_elements_text(given.sent)::int)
   FROM jsonb_to_recordset($1::jsonb) AS given (id uuid, remind_at timestamptz, sent jsonb) WHERE s.id = given.id`,
);

export interface Reminded {
  id: string;
  remind_at: Date | null;
  /** The marks that are done with. */
  sent: number[];
}

/** Sessions whose time has come, for jobs: each is locked by one of them. */
@AppProvider()
export class DueSessionRepository extends BaseRepository {
  /** Some of those that are over for an hour. */
  endOverdue(): Promise<Pick<SessionOfOffering, 'id' | 'started_at'>[]> {
    return this.rows(END_OVERDUE);
  }

  lockToRemind(): Promise<SessionOfOffering[]> {
    return this.rows<SessionOfOffering>(LOCK_TO_REMIND);
  }

  async reminded(rows: Reminded[]): Promise<void> {
    await this.count(REMINDED, JSON.stringify(rows));
  }
}
