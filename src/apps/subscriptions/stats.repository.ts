import { BaseRepository } from '../../platform/database/base.repository.js';
import { jsonList, jsonObject, sql } from '../../platform/database/sql.js';
import { midnight } from '../../web-events/days/event-tables.js';
import { AppProvider } from '../kernel/app-provider.js';
import { during } from '../kernel/stats/figures.js';
import { TERMS } from './terms.sql.js';

const SUBSCRIPTIONS = 'ext_subscriptions.subscriptions s';
const CHARGES = 'ext_subscriptions.charges c';
// Of a year and of a week, made monthly.
const MONTHLY = `s.price_minor * CASE s.interval WHEN 'week' THEN 52.0 / 12 WHEN 'year' THEN 1.0 / 12 ELSE 1 END
  / s.interval_count`;
const RENEWS = `s.renews AND s.status IN ('active', 'past_due')`;
const LIVE = `s.status IN ('trialing', 'active', 'past_due', 'paused')`;
const SUMS = `sum(s.n)::int AS n, coalesce(round(sum(s.n * ${MONTHLY}) FILTER (WHERE ${RENEWS})), 0)::float8 AS mrr`;

// Read once for both.
const BY_TERMS = sql(
  'subscriptions_stats_live',
  `WITH terms AS MATERIALIZED (SELECT * FROM ${TERMS} s WHERE ${LIVE}), by_status AS (
     SELECT s.status, s.currency, ${SUMS} FROM terms s GROUP BY s.status, s.currency
   ), by_plan AS (
     SELECT s.plan_id, p.name, p.currency, ${SUMS} FROM terms s JOIN ext_subscriptions.plans p ON p.id = s.plan_id
     GROUP BY s.plan_id, p.id ORDER BY n DESC, p.id LIMIT 50
   )
   SELECT (SELECT ${jsonList(jsonObject({ status: 's.status', currency: 's.currency', count: 's.n', mrr: 's.mrr' }), 's.currency')}
       FROM by_status s) AS statuses,
     (SELECT ${jsonList(
       jsonObject({ plan_id: 's.plan_id', name: 's.name', currency: 's.currency', live: 's.n', mrr: 's.mrr' }),
       's.n DESC, s.plan_id',
     )} FROM by_plan s) AS plans`,
);
const TODAY = `(now() AT TIME ZONE 'UTC')::date`;
const DAYS = 'ext_subscriptions.seller_days d WHERE d.seller_id = $1';
const BY_MOMENT = `('due', 'renewed', 'trials', 'converted')`;
/** Of today counts what is over at this moment. */
const sinceMidnight = (moment: string) =>
  `${moment} >= ${midnight(TODAY)} AND ${moment} <= now() AND ${during(moment)}`;
const FIGURES = sql(
  'subscriptions_stats_days',
  `SELECT figure, value, sum(n)::float8 AS n FROM (
     SELECT d.figure, d.value, d.n FROM ${DAYS} AND d.day BETWEEN $2::date AND $3::date
       AND (d.day < ${TODAY} OR d.figure NOT IN ${BY_MOMENT})
     UNION ALL
     SELECT 'live_before', '', CASE d.figure WHEN 'begun' THEN d.n ELSE -d.n END FROM ${DAYS}
       AND d.day < $2::date AND d.figure IN ('begun', 'churned')
     UNION ALL
     SELECT d.figure, d.value, d.n FROM ${DAYS} AND d.day = 'infinity' AND d.figure <> 'terms' AND ${during('now()')}
     UNION ALL
     SELECT f.figure, '', f.n FROM (
       SELECT count(*) AS due, count(c.paid_at) AS renewed FROM ${CHARGES}
       WHERE c.seller_id = $1 AND c.kind = 'renewal' AND c.status <> 'void' AND ${sinceMidnight('c.due_at')}
     ) o CROSS JOIN LATERAL (VALUES ('due', o.due), ('renewed', o.renewed)) f (figure, n)
     UNION ALL
     SELECT f.figure, '', f.n FROM (
       SELECT count(*) AS trials, count(*) FILTER (WHERE s.trial_paid) AS converted FROM ${SUBSCRIPTIONS}
       WHERE s.seller_id = $1 AND ${sinceMidnight('s.trial_ends_at')}
     ) o CROSS JOIN LATERAL (VALUES ('trials', o.trials), ('converted', o.converted)) f (figure, n)
   ) counted GROUP BY figure, value HAVING sum(n) <> 0 ORDER BY figure, value`,
);

export interface LiveFigures {
  status: string;
  currency: string;
  count: number;
  /** Minor units. */
  mrr: number;
}

export interface PlanFigures {
  plan_id: string;
  name: string;
  currency: string;
  live: number;
  mrr: number;
}

export interface DayFigure {
  figure: string;
  /** A currency or a reason; empty for what has none. */
  value: string;
  n: number;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  live(sellerId: string): Promise<{ statuses: LiveFigures[]; plans: PlanFigures[] }> {
    return this.onlyOne(BY_TERMS, sellerId);
  }

  /** Sums over both days and all between. `live_before`: live when the first day begins. */
  days(sellerId: string, from: string, to: string): Promise<DayFigure[]> {
    return this.rows<DayFigure & object>(FIGURES, sellerId, from, to);
  }
}
