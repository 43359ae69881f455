import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { jsonList, jsonObject, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { personBy } from '../../kernel/rows/person.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Subscription, SubscriptionBenefit } from '../entities/subscription.entity.js';
import { TERMS } from '../terms.sql.js';

// The label is the plan's, also after the plan has the benefit no more.
const BENEFITS = `(SELECT ${jsonList(
  jsonObject({ kind: 'x.kind', key: 'x.key', ref_id: 'x.ref_id', ends_at: 'x.ends_at', label: 'l.label' }),
  'x.created_at, x.id',
)} FROM ext_subscriptions.subscription_benefits x
  LEFT JOIN LATERAL (SELECT b.label FROM ext_subscriptions.plan_benefits b
    WHERE b.plan_id = s.plan_id AND b.kind = x.kind AND (b.key = x.key OR b.ref_id = x.ref_id)
    ORDER BY b.removed_at DESC NULLS FIRST LIMIT 1) l ON true
  WHERE x.subscription_id = s.id AND x.ended_at IS NULL)`;
// What an answer shows of a plan, without times, which JSON would give as text.
const cardOf = (plan: string) => `to_jsonb(${plan}) - '{created_at,updated_at,description}'::text[]`;
const DETAILS = `${cardOf('p')} AS plan, ${personBy('s.seller_id')} AS seller, ${BENEFITS} AS benefits,
  (SELECT ${cardOf('n')} FROM ext_subscriptions.plans n WHERE n.id = s.pending_plan_id) AS pending_plan`;

const MINE = new List({
  name: 'subscriptions_mine',
  columns: `s.*, ${DETAILS}`,
  from: 'ext_subscriptions.subscriptions s JOIN ext_subscriptions.plans p ON p.id = s.plan_id',
  id: 's.id',
  where: `s.owner_id = $1 AND s.status <> 'incomplete'`,
  filters: { status: 's.status = ?', seller_id: 's.seller_id = ?' },
  sorts: { newest: { by: 's.created_at', type: 'timestamptz' } },
});

const SUBSCRIBERS = new List({
  name: 'subscriptions_subscribers',
  columns: `s.*, ${cardOf('p')} AS plan, json_build_object('id', u.id, 'username', u.username) AS "user",
    (SELECT coalesce(sum(c.amount_minor - c.refunded_minor), 0)::float8 FROM ext_subscriptions.charges c
     WHERE c.subscription_id = s.id AND c.paid_at IS NOT NULL) AS paid_minor`,
  from: `ext_subscriptions.subscriptions s JOIN ext_subscriptions.plans p ON p.id = s.plan_id
    JOIN account.users u ON u.id = s.owner_id`,
  id: 's.id',
  where: `s.seller_id = $1 AND s.status <> 'incomplete'`,
  filters: {
    plan_id: 's.plan_id = ?',
    status: 's.status = ?',
    ending: 's.cancel_at_period_end = ?',
    query: 's.owner_id IN (SELECT id FROM account.users WHERE username ILIKE ?)',
  },
  sorts: { newest: { by: 's.created_at', type: 'timestamptz' } },
});
const TOTALS = sql(
  'subscriptions_subscriber_totals',
  `SELECT s.status, sum(s.n)::int AS n FROM ${TERMS} s WHERE $2::uuid IS NULL OR s.plan_id = $2 GROUP BY s.status`,
);

type PlanCard = Omit<Plan, 'created_at' | 'updated_at' | 'description'>;

export type DetailedSubscription = Subscription & {
  plan: PlanCard;
  seller: { id: string; username: string | null } | null;
  benefits: (Pick<SubscriptionBenefit, 'kind' | 'key' | 'ref_id'> & { ends_at: string | null; label: string | null })[];
  pending_plan: PlanCard | null;
};

export type SubscriberRow = Subscription & {
  plan: PlanCard;
  user: { id: string; username: string | null };
  paid_minor: number;
};

export interface SubscriberFilters {
  plan_id?: string;
  status?: string;
  ending?: boolean;
  query?: string;
}

/** Subscriptions as their subscribers and sellers see them. */
@AppProvider()
export class SubscriptionListRepository extends BaseRepository {
  mine(ownerId: string, filters: { status?: string; seller_id?: string }, query: PageQuery) {
    return MINE.page<DetailedSubscription>(this.database, { values: [ownerId], filters, sort: 'newest', query });
  }

  subscribers(sellerId: string, filters: SubscriberFilters, query: PageQuery) {
    return SUBSCRIBERS.page<SubscriberRow>(this.database, { values: [sellerId], filters, sort: 'newest', query });
  }

  async totals(sellerId: string, planId: string | undefined): Promise<Record<string, number>> {
    const rows = await this.rows<{ status: string; n: number }>(TOTALS, sellerId, planId ?? null);
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  }
}
