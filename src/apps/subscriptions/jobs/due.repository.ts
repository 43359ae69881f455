import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Place } from './places.js';
import type { Plan } from '../entities/plan.entity.js';
import { type Charge, LIVE, type Subscription } from '../entities/subscription.entity.js';

const SUBSCRIPTIONS = 'ext_subscriptions.subscriptions';
const LIVE_SQL = LIVE.map((status) => `'${status}'`).join(', ');
const BATCH = 500;

// Two jobs read in turn. A statement that waits for a row lock does not read the condition of a row again that was only
// locked, so the second job would tell the same subscribers once more.
const TELL_IN_TURN = sql(
  'subscriptions_tell_in_turn',
  `SELECT pg_advisory_xact_lock(hashtextextended('ext_subscriptions ' || $1 || ' ' || $2, 0))`,
);
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
// Of 14 days, the longest time that a seller may set. Nothing but the index decides the order and the end of the batch: a
// condition on other tables, of which the planner may know nothing yet, makes it read and sort all rows for every batch.
const SOON = sql(
  'subscriptions_due_soon',
  `SELECT s.id, s.seller_id, s.period_end, (SELECT coalesce(bool_or(c.status = 'open'), false)
     FROM ext_subscriptions.charges c WHERE c.subscription_id = s.id) AS is_open
   FROM ${SUBSCRIPTIONS} s
   WHERE s.status IN ('trialing', 'active') AND s.period_end > now() AND s.period_end <= now() + interval '14 days'
     AND (s.period_end, s.id) > ($1, $2) AND NOT s.cancel_at_period_end AND s.seller_id IS NOT NULL
   ORDER BY s.period_end, s.id LIMIT ${BATCH}`,
);
const TO_OPEN = sql(
  'subscriptions_due_to_open',
  `SELECT * FROM ${SUBSCRIPTIONS}
   WHERE id = ANY ($1::uuid[]) AND status IN ('trialing', 'active') AND period_end > now()
     AND NOT cancel_at_period_end AND seller_id IS NOT NULL
   ORDER BY id FOR UPDATE SKIP LOCKED`,
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
  `WITH next AS (
     SELECT id, subscription_id, plan_id, due_at, reminders FROM ext_subscriptions.charges
     WHERE status = 'open' AND kind <> 'upgrade' AND due_at <= now() AND (due_at, id) > ($1, $2)
     ORDER BY due_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
   ), due AS (
     SELECT c.id, s.grace_until, ${MARKS} AS marks, p.name FROM next c
     CROSS JOIN LATERAL (SELECT status, grace_until FROM ${SUBSCRIPTIONS} WHERE id = c.subscription_id OFFSET 0) s
     JOIN ext_subscriptions.plans p ON p.id = c.plan_id
     WHERE s.status = 'past_due' AND s.grace_until > now() AND NOT (${MARKS} <@ c.reminders)
   ), reminded AS (
     UPDATE ext_subscriptions.charges c SET reminders = due.marks, updated_at = now() FROM due WHERE c.id = due.id
     RETURNING c.*, due.name, due.grace_until
   )
   SELECT next.id AS place_id, next.due_at AS place_at, reminded.* FROM next LEFT JOIN reminded USING (id)
   ORDER BY next.due_at, next.id`,
);

/** A renewing subscription whose period ends within the longest lead time. */
export type SoonDue = Pick<Subscription, 'id'> & { seller_id: string; period_end: Date; is_open: boolean };
export type RemindedCharge = Charge & { name: Plan['name']; grace_until: Date };

/** Subscriptions whose time has come, for jobs: up to 500, locked. What others work on is left out. */
@AppProvider()
export class DueRepository extends BaseRepository {
  /** Live subscriptions of the plan that were not told of this change since it was made. */
  async withoutWordOf(planId: string, type: string, since: string, after: string): Promise<Subscription[]> {
    await this.rows(TELL_IN_TURN, planId, type);
    return this.rows<Subscription>(UNTOLD, planId, type, since, after);
  }

  /** Renewing ones whose period ends within the longest lead time, after this place; not locked. */
  soon({ at, id }: Place): Promise<SoonDue[]> {
    return this.rows<SoonDue>(SOON, at, id);
  }

  /** Those of them that still renew. */
  toOpen(ids: string[]): Promise<Subscription[]> {
    return ids.length ? this.rows<Subscription>(TO_OPEN, ids) : Promise.resolve([]);
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

  /** The open charges after this place for which a reminder is due; it is noted as sent. */
  async remind({ at, id }: Place): Promise<{ charges: RemindedCharge[]; last: Place | undefined }> {
    const rows = await this.rows<RemindedCharge & { place_id: string; place_at: Date }>(REMIND, at, id);
    const last = rows.at(-1);
    return {
      charges: rows.filter((row) => row.id !== null),
      last: last && { at: last.place_at, id: last.place_id },
    };
  }
}
