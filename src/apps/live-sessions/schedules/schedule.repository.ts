import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Schedule } from '../entities/schedule.entity.js';

const LOCK = sql(
  'live_sessions_calendar_lock',
  `SELECT pg_advisory_xact_lock(hashtextextended('ext_live_sessions.schedules ' || $1, 0))`,
);

@AppProvider()
export class ScheduleRepository extends EntityRepository<Schedule> {
  protected readonly entity = Schedule;

  /**
   * Everybody who adds or moves sessions of a host waits here until the transaction ends. It is locked before sessions,
   * and they before bookings. The exclusion constraint alone would let two callers wait for each other.
   */
  async lockCalendar(hostId: string): Promise<void> {
    await this.rows(LOCK, hostId);
  }
}
