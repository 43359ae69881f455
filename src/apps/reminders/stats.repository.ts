import { IsInt, IsNumber } from 'class-validator';
import { Nullable } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { OPEN_OF_EACH } from './occurrences/occurrence.repository.js';

const WAITS_UNTIL = `CASE WHEN o.status = 'snoozed' THEN o.snoozed_until ELSE o.due_at END`;
const NOW = sql(
  'reminders_stats_now',
  `SELECT count(*)::int AS active,
     count(*) FILTER (WHERE ${WAITS_UNTIL} <= now())::int AS overdue,
     count(*) FILTER (WHERE ${WAITS_UNTIL} >= $2 AND ${WAITS_UNTIL} < $3)::int AS due_today
   FROM ext_reminders.reminders r ${OPEN_OF_EACH}
   WHERE r.owner_id = $1 AND r.status = 'active'`,
);
const OCCURRED = sql(
  'reminders_stats_occurred',
  `SELECT count(*) FILTER (WHERE fired_at IS NOT NULL)::int AS fired,
     count(*) FILTER (WHERE status = 'completed')::int AS completed,
     count(*) FILTER (WHERE status = 'missed')::int AS missed,
     count(*) FILTER (WHERE status = 'skipped')::int AS skipped,
     count(*) FILTER (WHERE snoozed_until IS NOT NULL)::int AS snoozed,
     round(avg((completed_at <= due_at + interval '60 minutes')::int) FILTER (WHERE status = 'completed'), 4)::float8
       AS completed_on_time_share,
     round((percentile_cont(0.5) WITHIN GROUP (ORDER BY greatest(extract(epoch FROM completed_at - due_at), 0))
       FILTER (WHERE status = 'completed') / 60)::numeric, 1)::float8 AS median_minutes_to_complete
   FROM ext_reminders.occurrences WHERE owner_id = $1 AND due_at >= $2 AND due_at < $3`,
);
// The days as the moments at which they begin, the last of them today.
const STREAK = sql(
  'reminders_stats_streak',
  `WITH day AS (
     SELECT width_bucket(due_at, $2::timestamptz[]) AS day, bool_or(status = 'missed') AS is_missed
     FROM ext_reminders.occurrences
     WHERE owner_id = $1 AND due_at >= ($2::timestamptz[])[1] AND due_at <= now() AND status <> 'skipped'
     GROUP BY 1
   ) SELECT count(*)::int AS days FROM day WHERE day > coalesce((SELECT max(day) FROM day WHERE is_missed), 0)`,
);

export class RemindersFigures {
  @IsInt() active!: number;
  @IsInt() overdue!: number;
  @IsInt() due_today!: number;
  /** From here on: occurrences that were due in these days. */
  @IsInt() fired!: number;
  @IsInt() completed!: number;
  @IsInt() missed!: number;
  @IsInt() skipped!: number;
  @IsInt() snoozed!: number;
  /** Within an hour after they were due, or before; null where none was completed. */
  @Nullable() @IsNumber() completed_on_time_share!: number | null;
  @Nullable() @IsNumber() median_minutes_to_complete!: number | null;
  /** Days up to today on which something was due and nothing was missed. */
  @IsInt() current_streak_days!: number;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  now(
    ownerId: string,
    today: Date,
    tomorrow: Date,
  ): Promise<Pick<RemindersFigures, 'active' | 'overdue' | 'due_today'>> {
    return this.onlyOne(NOW, ownerId, today, tomorrow);
  }

  occurred(
    ownerId: string,
    from: Date,
    to: Date,
  ): Promise<Omit<RemindersFigures, 'active' | 'overdue' | 'due_today' | 'current_streak_days'>> {
    return this.onlyOne(OCCURRED, ownerId, from, to);
  }

  async streak(ownerId: string, days: Date[]): Promise<number> {
    return (await this.one<{ days: number }>(STREAK, ownerId, days))?.days ?? 0;
  }
}
