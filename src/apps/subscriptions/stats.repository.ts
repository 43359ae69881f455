import { BaseRepository } from '../../platform/database/base.repository.js';
import { searching } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { during } from '../kernel/stats/figures.js';

const SUBSCRIPTIONS = 'ext_subscriptions.subscriptions s';
const CHARGES = 'ext_subscriptions.charges c';
// Of a year and of a week, made monthly.
const MONTHLY = `s.price_minor * CASE s.interval WHEN 'week' THEN 52.0 / 12 WHEN 'year' THEN 1.0 / 12 ELSE 1 END
  / s.interval_count`;
const RENEWING = `s.status IN ('active', 'past_due') AND NOT s.cancel_at_period_end AND s.source = 'purchase'`;
const MRR = `coalesce(round(sum(${MONTHLY}) FILTER (WHERE ${RENEWING})), 0)::float8 AS mrr`;
const LIVE = `s.status IN ('trialing', 'active', 'past_due', 'paused')`;

const BY_STATUS = searching(
  'subscriptions_stats_live',
  `SELECT s.status, s.currency, count(*)::int AS count, ${MRR} FROM ${SUBSCRIPTIONS}
   WHERE s.seller_id = $1 AND ${LIVE} GROUP BY s.status, s.currency ORDER BY s.currency`,
);
const BY_PLAN = searching(
  'subscriptions_stats_plans',
  `SELECT s.plan_id, p.name, p.currency, count(*)::int AS live, ${MRR} FROM ${SUBSCRIPTIONS}
   JOIN ext_subscriptions.plans p ON p.id = s.plan_id
   WHERE s.seller_id = $1 AND ${LIVE} GROUP BY s.plan_id, p.id ORDER BY live DESC, p.id LIMIT 50`,
);
const MOVES = searching(
  'subscriptions_stats_moves',
  `SELECT
     (SELECT count(*)::int FROM ${SUBSCRIPTIONS} WHERE s.seller_id = $1 AND ${during('s.started_at')}) AS new,
     (SELECT count(*)::int FROM ${SUBSCRIPTIONS}
      WHERE s.seller_id = $1 AND s.started_at IS NOT NULL AND ${during('s.ended_at')}) AS churned,
     (SELECT count(*)::int FROM ${SUBSCRIPTIONS}
      WHERE s.seller_id = $1 AND s.started_at < $2::date AND (s.ended_at IS NULL OR s.ended_at >= $2::date)) AS live_before,
     trials.ended AS trials_ended, trials.converted AS trials_converted
   FROM (SELECT count(*)::int AS ended, count(*) FILTER (WHERE EXISTS (SELECT FROM ${CHARGES}
       WHERE c.subscription_id = s.id AND c.kind = 'initial' AND c.paid_at IS NOT NULL))::int AS converted
     FROM ${SUBSCRIPTIONS} WHERE s.seller_id = $1 AND s.trial_ends_at <= now() AND ${during('s.trial_ends_at')}) trials`,
);
const REASONS = searching(
  'subscriptions_stats_reasons',
  `SELECT s.cancel_reason AS reason, count(*)::int AS count FROM ${SUBSCRIPTIONS}
   WHERE s.seller_id = $1 AND s.cancel_reason IS NOT NULL AND ${during('s.ended_at')}
   GROUP BY s.cancel_reason ORDER BY s.cancel_reason`,
);
const MONEY = searching(
  'subscriptions_stats_money',
  `SELECT c.currency, sum(c.amount_minor)::float8 AS revenue, sum(c.refunded_minor)::float8 AS refunds,
     count(*) FILTER (WHERE c.kind = 'renewal' AND c.paid_at > c.due_at)::int AS recovered
   FROM ${CHARGES} WHERE c.seller_id = $1 AND ${during('c.paid_at')} GROUP BY c.currency ORDER BY c.currency`,
);
const RENEWALS = searching(
  'subscriptions_stats_renewals',
  `SELECT count(*)::int AS due, count(*) FILTER (WHERE c.paid_at IS NOT NULL)::int AS paid FROM ${CHARGES}
   WHERE c.seller_id = $1 AND c.kind = 'renewal' AND c.status <> 'void' AND c.due_at <= now() AND ${during('c.due_at')}`,
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

export interface MoveFigures {
  new: number;
  churned: number;
  live_before: number;
  trials_ended: number;
  trials_converted: number;
}

export interface MoneyFigures {
  currency: string;
  revenue: number;
  refunds: number;
  recovered: number;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  live(sellerId: string): Promise<LiveFigures[]> {
    return this.rows<LiveFigures & object>(BY_STATUS, sellerId);
  }

  plans(sellerId: string): Promise<PlanFigures[]> {
    return this.rows<PlanFigures & object>(BY_PLAN, sellerId);
  }

  moves(sellerId: string, from: string, to: string): Promise<MoveFigures> {
    return this.onlyOne<MoveFigures & object>(MOVES, sellerId, from, to);
  }

  reasons(sellerId: string, from: string, to: string): Promise<{ reason: string; count: number }[]> {
    return this.rows(REASONS, sellerId, from, to);
  }

  money(sellerId: string, from: string, to: string): Promise<MoneyFigures[]> {
    return this.rows<MoneyFigures & object>(MONEY, sellerId, from, to);
  }

  renewals(sellerId: string, from: string, to: string): Promise<{ due: number; paid: number }> {
    return this.onlyOne(RENEWALS, sellerId, from, to);
  }
}
