import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { decimal, USD } from '../../platform/money/money.js';
import type { OverviewAnswer } from './overview.dto.js';

type Totals = OverviewAnswer['totals'];
type Day = OverviewAnswer['days'][number];
/** A row with the revenue in minor units, as text. */
type Minor<Row> = Omit<Row, 'revenue'> & { revenue: string };

const count = (rows: string) => `(SELECT count(*)::int FROM ${rows})`;
const REVENUE = (during = '') =>
  `(SELECT coalesce(sum(amount - refunded_amount), 0)::text FROM payments.payments
    WHERE status = 'completed' AND kind <> 'deposit' AND currency = '${USD}' ${during})`;
const PUBLISHED = `social.posts WHERE status = 'published'`;
const onDay = (moment: string) => `${moment} >= day AND ${moment} < day + interval '24 hours'`;

const WAITING = sql(
  'overview_waiting',
  `SELECT ${count(`moderation.reports WHERE status = 'pending'`)} AS reports,
     ${count(`listings.ads WHERE status = 'pending'`)} AS ads,
     ${count(`listings.jobs WHERE status = 'pending'`)} AS jobs,
     ${count(`moderation.authorship_requests WHERE status = 'pending'`)} AS authorship_requests,
     ${count(`payments.wallet_transactions WHERE type = 'withdrawal' AND payment_id IS NULL AND status = 'pending'`)} AS withdrawals,
     ${count(`social.posts WHERE status = 'flagged'`)} AS flagged_posts`,
);
const TOTALS = sql(
  'overview_totals',
  `SELECT ${count('account.users')} AS users, ${count(PUBLISHED)} AS posts, ${REVENUE()} AS revenue`,
);
// One subquery per day, because each one is then an index-only scan of a range.
const DAYS = sql(
  'overview_days',
  `SELECT to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
     ${count(`account.users WHERE ${onDay('created_at')}`)} AS sign_ups,
     ${count(`${PUBLISHED} AND ${onDay('created_at')}`)} AS posts,
     ${REVENUE(`AND ${onDay('completed_at')}`)} AS revenue
   FROM (
     SELECT date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - n * interval '24 hours' AS day
     FROM generate_series(0, $1::int - 1) n
   ) days ORDER BY day`,
);

/** Reads tables of all areas: what waits for staff, and how the platform grows. */
@Injectable()
export class OverviewService extends BaseRepository {
  async get(numberOfDays: number): Promise<OverviewAnswer> {
    const [waiting, totals, days] = await Promise.all([
      this.onlyOne<OverviewAnswer['waiting']>(WAITING),
      this.findTotals(),
      this.listDays(numberOfDays),
    ]);
    return { waiting, totals, days };
  }

  private async findTotals(): Promise<Totals> {
    const [totals] = await this.lagging<Minor<Totals>>(TOTALS);
    return inDecimals<Totals>(totals as Minor<Totals>);
  }

  private async listDays(days: number): Promise<Day[]> {
    return (await this.lagging<Minor<Day>>(DAYS, days)).map((day) => inDecimals<Day>(day));
  }
}

const inDecimals = <Row>(row: Minor<Row>) => ({ ...row, revenue: decimal(BigInt(row.revenue)) }) as Row;
