import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AMOUNT } from './projects/project.repository.js';

const OF_DAYS = `e.owner_id = $1 AND e.local_date >= $2::date AND e.local_date <= $3::date
  AND e.started_at > $2::date - interval '2 days' AND e.started_at < $3::date + interval '3 days'
  AND e.ended_at IS NOT NULL`;
const TRACKED = sql(
  'timetracking_stats_tracked',
  `SELECT e.currency, e.project_id, sum(e.seconds)::float8 AS seconds,
     coalesce(sum(e.seconds) FILTER (WHERE e.billable), 0)::float8 AS billable_seconds,
     sum(${AMOUNT})::float8 AS amount_minor
   FROM ext_timetracking.entries e WHERE ${OF_DAYS} GROUP BY 1, 2`,
);
const DAYS = sql(
  'timetracking_stats_days',
  `SELECT count(DISTINCT e.local_date)::int AS days FROM ext_timetracking.entries e WHERE ${OF_DAYS}`,
);
const UNBILLED = sql(
  'timetracking_stats_unbilled',
  `SELECT e.currency, coalesce(sum(e.seconds), 0)::float8 AS seconds, coalesce(sum(${AMOUNT}), 0)::float8 AS amount_minor
   FROM ext_timetracking.entries e
   WHERE e.owner_id = $1 AND e.batch_id IS NULL AND e.billable AND e.ended_at IS NOT NULL GROUP BY 1`,
);
const INVOICED = sql(
  'timetracking_stats_invoiced',
  `SELECT currency, sum(total_minor)::float8 AS amount_minor FROM ext_timetracking.invoice_batches
   WHERE owner_id = $1 AND created_at >= $2 AND created_at < $3 AND status = 'open' GROUP BY 1`,
);

export interface Money {
  currency: string;
  amount_minor: number;
}
export interface Tracked extends Money {
  project_id: string | null;
  seconds: number;
  billable_seconds: number;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  tracked(ownerId: string, from: string, to: string): Promise<Tracked[]> {
    return this.rows(TRACKED, ownerId, from, to);
  }

  async activeDays(ownerId: string, from: string, to: string): Promise<number> {
    return (await this.onlyOne<{ days: number }>(DAYS, ownerId, from, to)).days;
  }

  unbilled(ownerId: string): Promise<(Money & { seconds: number })[]> {
    return this.rows(UNBILLED, ownerId);
  }

  invoiced(ownerId: string, from: Date, until: Date): Promise<Money[]> {
    return this.rows(INVOICED, ownerId, from, until);
  }
}
