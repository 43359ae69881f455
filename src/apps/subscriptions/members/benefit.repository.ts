import { BaseRepository } from '../../../platform/database/base.repository.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { LIVE } from '../entities/subscription.entity.js';

const SAME = 'b.kind = x.kind AND (b.key = x.key OR b.ref_id = x.ref_id)';
const IN_PLAN = `EXISTS (SELECT FROM ext_subscriptions.plan_benefits b
  WHERE b.plan_id = s.plan_id AND b.removed_at IS NULL AND ${SAME})`;
// What courses and products are asked to give or take, in the order of their ids.
const REFS = `SELECT x.subscription_id, s.owner_id, x.kind, x.ref_id FROM changed x
  JOIN ext_subscriptions.subscriptions s ON s.id = x.subscription_id
  WHERE x.ref_id IS NOT NULL ORDER BY x.kind, x.ref_id`;

const GIVE = sql(
  'subscriptions_benefits_give',
  `WITH changed AS (
     INSERT INTO ext_subscriptions.subscription_benefits (subscription_id, kind, key, ref_id)
     SELECT s.id, b.kind, b.key, b.ref_id FROM ext_subscriptions.subscriptions s
     JOIN ext_subscriptions.plan_benefits b ON b.plan_id = s.plan_id AND b.removed_at IS NULL
     WHERE s.id = ANY ($1::uuid[]) AND NOT EXISTS (SELECT FROM ext_subscriptions.subscription_benefits x
       WHERE x.subscription_id = s.id AND x.ended_at IS NULL AND ${SAME})
     RETURNING subscription_id, kind, ref_id
   ) ${REFS}`,
);
const KEEP = sql(
  'subscriptions_benefits_keep',
  `UPDATE ext_subscriptions.subscription_benefits x SET ends_at = NULL
   FROM ext_subscriptions.subscriptions s
   WHERE x.subscription_id = ANY ($1::uuid[]) AND s.id = x.subscription_id AND x.ended_at IS NULL
     AND x.ends_at IS NOT NULL AND ${IN_PLAN}`,
);
const DROP = sql(
  'subscriptions_benefits_drop',
  `WITH changed AS (
     UPDATE ext_subscriptions.subscription_benefits x SET ended_at = now()
     FROM ext_subscriptions.subscriptions s
     WHERE x.subscription_id = ANY ($1::uuid[]) AND s.id = x.subscription_id AND x.ended_at IS NULL AND NOT ${IN_PLAN}
     RETURNING x.subscription_id, x.kind, x.ref_id
   ) ${REFS}`,
);
const END_LATER = sql(
  'subscriptions_benefits_end_later',
  `UPDATE ext_subscriptions.subscription_benefits x SET ends_at = s.period_end
   FROM ext_subscriptions.subscriptions s
   WHERE x.subscription_id = ANY ($1::uuid[]) AND s.id = x.subscription_id AND x.ended_at IS NULL
     AND x.ends_at IS NULL AND NOT ${IN_PLAN}`,
);
const END_ALL = sql(
  'subscriptions_benefits_end_all',
  `WITH changed AS (
     UPDATE ext_subscriptions.subscription_benefits SET ended_at = now()
     WHERE subscription_id = ANY ($1::uuid[]) AND ended_at IS NULL RETURNING subscription_id, kind, ref_id
   ) ${REFS}`,
);
const PRESENT = sql(
  'subscriptions_benefits_present',
  `WITH changed AS (
     SELECT subscription_id, kind, ref_id FROM ext_subscriptions.subscription_benefits
     WHERE subscription_id = ANY ($1::uuid[]) AND ended_at IS NULL
   ) ${REFS}`,
);
const SHIFT = sql(
  'subscriptions_benefits_shift',
  `UPDATE ext_subscriptions.subscription_benefits x SET ends_at = x.ends_at + g.ms * interval '1 millisecond'
   FROM unnest($1::uuid[], $2::float8[]) g (id, ms)
   WHERE x.subscription_id = g.id AND x.ended_at IS NULL AND x.ends_at IS NOT NULL`,
);
// A pause moves the end of the period, and this with it, when it is over.
const END_DUE = sql(
  'subscriptions_benefits_end_due',
  `WITH changed AS (
     UPDATE ext_subscriptions.subscription_benefits SET ended_at = now() WHERE id IN (
       SELECT x.id FROM ext_subscriptions.subscription_benefits x
       JOIN ext_subscriptions.subscriptions s ON s.id = x.subscription_id
       WHERE x.ended_at IS NULL AND x.ends_at <= now() AND s.status <> 'paused'
       LIMIT 500 FOR UPDATE OF x SKIP LOCKED)
     RETURNING subscription_id, kind, ref_id, id
   ) SELECT x.subscription_id, s.owner_id, x.kind, x.ref_id FROM changed x
     JOIN ext_subscriptions.subscriptions s ON s.id = x.subscription_id ORDER BY x.kind, x.ref_id`,
);
const NEXT_LIVE = sql(
  'subscriptions_benefits_next_live',
  `SELECT id, status FROM ext_subscriptions.subscriptions
   WHERE plan_id = $1 AND status IN (${LIVE.map((status) => `'${status}'`).join(', ')}) AND id > $2
   ORDER BY id LIMIT 500 FOR UPDATE`,
);

export interface BenefitRef {
  subscription_id: string;
  owner_id: string;
  kind: string;
  /** Null: a perk. */
  ref_id: string | null;
}

/** What subscribers have. Each method takes subscriptions that are locked, and returns what is to be given or taken. */
@AppProvider()
export class BenefitRepository extends BaseRepository {
  give(ids: string[]): Promise<BenefitRef[]> {
    return this.rows<BenefitRef>(GIVE, ids);
  }

  /** Ends what the plan has not. */
  drop(ids: string[]): Promise<BenefitRef[]> {
    return this.rows<BenefitRef>(DROP, ids);
  }

  /** What the plan has does not end. */
  async keep(ids: string[]): Promise<void> {
    await this.count(KEEP, ids);
  }

  /** What the plan has no more ends with the period. */
  async endLater(ids: string[]): Promise<void> {
    await this.count(END_LATER, ids);
  }

  endAll(ids: string[]): Promise<BenefitRef[]> {
    return this.rows<BenefitRef>(END_ALL, ids);
  }

  present(ids: string[]): Promise<BenefitRef[]> {
    return this.rows<BenefitRef>(PRESENT, ids);
  }

  async shift(moves: { id: string; ms: number }[]): Promise<void> {
    await this.count(SHIFT, ...columnsOf(moves, 'id', 'ms'));
  }

  /** A batch of those whose period is over. */
  endDue(): Promise<BenefitRef[]> {
    return this.rows<BenefitRef>(END_DUE);
  }

  nextLive(planId: string, after: string): Promise<{ id: string; status: string }[]> {
    return this.rows(NEXT_LIVE, planId, after);
  }
}
