import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';

const FROM = 'FROM ext_timetracking.time_sums s WHERE s.owner_id = $1 AND';
const OF_DAYS = `${FROM} s.day BETWEEN $2 AND $3`;
const TRACKED = sql(
  'timetracking_stats_tracked',
  `SELECT s.currency, nullif(s.of_id, s.owner_id) AS project_id, sum(s.seconds)::float8 AS seconds,
     coalesce(sum(s.seconds) FILTER (WHERE s.billable), 0)::float8 AS billable_seconds,
     sum(s.amount_minor)::float8 AS amount_minor
   ${OF_DAYS} GROUP BY 1, 2`,
);
const DAYS = sql(
  'timetracking_stats_days',
  `SELECT count(*)::int AS days FROM (SELECT ${OF_DAYS} GROUP BY s.day HAVING sum(s.seconds) > 0) active`,
);
const UNBILLED = sql(
  'timetracking_stats_unbilled',
  `SELECT s.currency, sum(s.seconds)::float8 AS seconds, sum(s.amount_minor)::float8 AS amount_minor
   ${FROM} s.day = 'infinity' AND s.billable AND NOT s.billed GROUP BY 1`,
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
