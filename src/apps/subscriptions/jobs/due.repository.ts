import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Plan } from '../entities/plan.entity.js';
import { type Charge, LIVE, type Subscription } from '../entities/subscription.entity.js';

const SUBSCRIPTIONS = 'ext_subscriptions.subscriptions';
const LIVE_SQL = LIVE.map((status) => `'${status}'`).join(', ');
const BATCH = 500;

const UNTOLD = sql(
  'subscriptions_due_untold',
  `SELECT s.* FROM ${SUBSCRIPTIONS} s
   WHERE s.plan_id = $1 AND s.status IN (${LIVE_SQL}) AND s.id > $4
     AND CASE $2 WHEN 'price_change' THEN s.next_price_minor IS NOT NULL
       ELSE s.cancel_at_period_end AND s.canceled_by = 'seller' END
     AND NOT EXISTS (SELECT FROM ext_subscriptions.history h
       WHERE h.subscription_id = s.id AND h.type = $2 AND h.created_at >= $3)
   ORDER BY s.id LIMIT ${BATCH} FOR UPDATE`,
);
// Of 14 days, the longest time that a seller may set. Read in the order of the index.
const TO_OPEN = sql(
  'subscriptions_due_to_open',
  `SELECT s.* FROM ${SUBSCRIPTIONS} s
   WHERE s.status IN ('trialing', 'active') AND s.period_end > now() AND s.period_end <= now() + interval '14 days'
     AND (s.period_end, s.id) > ($1, $2) AND NOT s.cancel_at_period_end AND s.seller_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM ext_subscriptions.charges c WHERE c.subscription_id = s.id AND c.status = 'open')
   ORDER BY s.period_end, s.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
);
const OVER = sql(
  'subscriptions_due_over',
  `SELECT * FROM ${SUBSCRIPTIONS} WHERE status IN ('trialing', 'active') AND period_end <= now()
   ORDER BY period_end, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
);
const OUT_OF_GRACE = sql(
  'subscriptions_due_out_of_grace',
  `SELECT * FROM ${SUBSCRIPTIONS} WHERE status = 'past_due' AND grace_until <= now()
   ORDER BY grace_until LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
);
const TO_RESUME = sql(
  'subscriptions_due_to_resume',
  `SELECT * FROM ${SUBSCRIPTIONS} WHERE status = 'paused' AND resumes_at <= now()
   ORDER BY resumes_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
);
const ABANDONED = sql(
  'subscriptions_due_abandoned',
  `SELECT s.* FROM ext_subscriptions.charges c JOIN ${SUBSCRIPTIONS} s ON s.id = c.subscription_id
   WHERE c.status = 'open' AND c.checkout_expires_at <= now() AND s.status = 'incomplete'
   ORDER BY c.checkout_expires_at LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED`,
);
// The reminders of a charge whose moments have come, the last one last.
const MARKS = `array_remove(ARRAY['due',
  CASE WHEN now() >= c.due_at + (s.grace_until - c.due_at) / 2 THEN 'halfway' END,
  CASE WHEN now() >= s.grace_until - interval '24 hours' THEN 'last_day' END], NULL)`;
const REMIND = sql(
  'subscriptions_due_remind',
  `WITH due AS (
     SELECT c.id, s.grace_until, ${MARKS} AS marks, p.name
     FROM ext_subscriptions.charges c JOIN ${SUBSCRIPTIONS} s ON s.id = c.subscription_id
     JOIN ext_subscriptions.plans p ON p.id = c.plan_id
     WHERE c.status = 'open' AND c.due_at <= now() AND c.kind <> 'upgrade' AND s.status = 'past_due'
       AND s.grace_until > now() AND NOT (${MARKS} <@ c.reminders)
     ORDER BY c.due_at LIMIT ${BATCH} FOR UPDATE OF c SKIP LOCKED
   )
   UPDATE ext_subscriptions.charges c SET reminders = due.marks, updated_at = now() FROM due WHERE c.id = due.id
   RETURNING c.*, due.name, due.grace_until`,
);

export type RemindedCharge = Charge & { name: Plan['name']; grace_until: Date };

/** Subscriptions whose time has come, for jobs: up to 500, locked. What others work on is left out. */
@AppProvider()
export class DueRepository extends BaseRepository {
  /** Live subscriptions of the plan that were not told of this change since it was made. */
  withoutWordOf(planId: string, type: string, since: string, after: string): Promise<Subscription[]> {
    return this.rows<Subscription>(UNTOLD, planId, type, since, after);
  }

  /** Renewing ones without an open charge, whose period ends within the longest lead time. */
  toOpen({ period_end, id }: { period_end: Date | string; id: string }): Promise<Subscription[]> {
    return this.rows<Subscription>(TO_OPEN, period_end, id);
  }

  /** Their period is over. */
  over(): Promise<Subscription[]> {
    return this.rows<Subscription>(OVER);
  }

  outOfGrace(): Promise<Subscription[]> {
    return this.rows<Subscription>(OUT_OF_GRACE);
  }

  toResume(): Promise<Subscription[]> {
    return this.rows<Subscription>(TO_RESUME);
  }

  /** Incomplete ones that nobody has paid in time. */
  abandoned(): Promise<Subscription[]> {
    return this.rows<Subscription>(ABANDONED);
  }

  /** Open charges for which a reminder is due; it is noted as sent. */
  remind(): Promise<RemindedCharge[]> {
    return this.rows<RemindedCharge>(REMIND);
  }
}
