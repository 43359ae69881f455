import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { jsonList, jsonObject, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { personBy } from '../../kernel/rows/person.js';
import type { Plan, PlanBenefit } from '../entities/plan.entity.js';
import { TERMS } from '../terms.sql.js';

const BENEFITS = `(SELECT ${jsonList(
  jsonObject({
    id: 'b.id',
    kind: 'b.kind',
    key: 'b.key',
    ref_id: 'b.ref_id',
    label: 'b.label',
    position: 'b.position',
  }),
  'b.position, b.id',
)} FROM ext_subscriptions.plan_benefits b WHERE b.plan_id = p.id AND b.removed_at IS NULL)`;

const FILTERS = {
  interval: 'p.interval = ?',
  words: `to_tsvector('simple', p.name || ' ' || p.description) @@ websearch_to_tsquery('simple', ?)`,
  public: `p.listed AND p.status = 'active'`,
  owner_id: 'p.owner_id = ?',
  status: 'p.status = ?',
} as const;

const PLANS = new List({
  name: 'subscriptions_plans',
  columns: `p.*, ${BENEFITS} AS benefits, ${personBy('p.owner_id')} AS seller`,
  from: 'ext_subscriptions.plans p',
  id: 'p.id',
  filters: FILTERS,
  sorts: {
    newest: { by: 'p.created_at', type: 'timestamptz' },
    cheapest: { by: 'p.price_minor', type: 'int', order: 'ASC' },
  },
});
const COUNTS = sql(
  'subscriptions_plan_counts',
  `SELECT plan_id, json_object_agg(status, n) AS counts FROM (
     SELECT s.plan_id, s.status, sum(s.n) AS n FROM ${TERMS} s WHERE s.plan_id = ANY ($2::uuid[]) GROUP BY s.plan_id, s.status
   ) of_plan GROUP BY plan_id`,
);
const TRIAL_USED = sql(
  'subscriptions_trial_used',
  'SELECT FROM ext_subscriptions.trials_used WHERE seller_id = $1 AND owner_id = $2',
);
const TAKE_TRIAL = sql(
  'subscriptions_trial_take',
  `INSERT INTO ext_subscriptions.trials_used (seller_id, owner_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
);

export type ListedPlan = Plan & {
  benefits: PlanBenefit[];
  seller: { id: string; username: string | null } | null;
};

export interface PlanFilters {
  owner_id?: string;
  interval?: string;
  words?: string;
  status?: string;
  public?: true;
}

/** Plans as people find them, and the trials that they have had. */
@AppProvider()
export class PlanListRepository extends BaseRepository {
  list(filters: PlanFilters, query: PageQuery) {
    const sort = filters.owner_id ? ('cheapest' as const) : ('newest' as const);
    return PLANS.page<ListedPlan>(this.database, { filters, sort, query });
  }

  async counts(sellerId: string, planIds: string[]): Promise<Map<string, object>> {
    const rows = await this.rows<{ plan_id: string; counts: object }>(COUNTS, sellerId, planIds);
    return new Map(rows.map(({ plan_id, counts }) => [plan_id, counts]));
  }

  async hasUsedTrial(sellerId: string, userId: string): Promise<boolean> {
    return (await this.rows(TRIAL_USED, sellerId, userId)).length > 0;
  }

  /** False: the user has had a trial of this seller before. */
  async takeTrial(sellerId: string, userId: string): Promise<boolean> {
    return (await this.count(TAKE_TRIAL, sellerId, userId)) > 0;
  }
}
