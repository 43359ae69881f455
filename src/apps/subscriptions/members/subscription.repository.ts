import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { LIVE, Subscription } from '../entities/subscription.entity.js';

const OPEN = ['incomplete', ...LIVE];

// Advisory, because the row that would be locked may not be there yet.
const LOCK_SUBSCRIBERS = sql(
  'subscriptions_lock_subscribers',
  `SELECT pg_advisory_xact_lock(hashtextextended('ext_subscriptions ' || plan_id || ' ' || owner_id, 0)) FROM (
     SELECT DISTINCT plan_id, owner_id FROM unnest($1::text[], $2::text[]) given (plan_id, owner_id) ORDER BY 1, 2
   ) place`,
);
const OPEN_OF_EACH = sql(
  'subscriptions_open_of_each',
  `SELECT s.* FROM unnest($1::uuid[], $2::uuid[]) given (plan_id, owner_id)
   JOIN ext_subscriptions.subscriptions s ON s.plan_id = given.plan_id AND s.owner_id = given.owner_id
   WHERE s.status IN (${OPEN.map((status) => `'${status}'`).join(', ')}) ORDER BY s.id FOR UPDATE OF s`,
);
const COLUMNS = [
  'plan_id',
  'status',
  'source',
  'price_minor',
  'interval',
  'interval_count',
  'anchor_day',
  'period_start',
  'period_end',
  'trial_ends_at',
  'trial_paid',
  'grace_until',
  'cancel_at_period_end',
  'cancel_reason',
  'cancel_comment',
  'canceled_by',
  'pending_plan_id',
  'pending_price_minor',
  'next_price_minor',
  'next_price_from',
  'credit_minor',
  'paused_at',
  'resumes_at',
  'pause_left_seconds',
  'coupon_id',
  'coupon_periods_left',
  'coupon_percent_bp',
  'coupon_amount_minor',
  'payments_count',
  'started_at',
  'ended_at',
];
const SAVE = sql(
  'subscriptions_save',
  `UPDATE ext_subscriptions.subscriptions s
   SET ${COLUMNS.map((name) => `${name} = g.${name}`).join(', ')}, updated_at = now()
   FROM jsonb_populate_recordset(NULL::ext_subscriptions.subscriptions, $1::jsonb) g WHERE s.id = g.id
   RETURNING s.*`,
);
const USER_EXISTS = sql('subscriptions_user_exists', 'SELECT FROM account.users WHERE id = $1');
const PAUSES = sql(
  'subscriptions_pauses',
  `SELECT count(*)::int AS n FROM ext_subscriptions.history
   WHERE subscription_id = $1 AND type = 'paused' AND created_at > now() - interval '365 days'`,
);
const LIVE_SQL = LIVE.map((status) => `'${status}'`).join(', ');
// The rows are locked in the order of their ids.
const END_WITH_PERIOD = sql(
  'subscriptions_end_with_period',
  `WITH live AS (
     SELECT id FROM ext_subscriptions.subscriptions
     WHERE plan_id = $1 AND status IN (${LIVE_SQL}) AND canceled_by IS DISTINCT FROM 'seller'
     ORDER BY id FOR UPDATE
   ), voided AS (
     UPDATE ext_subscriptions.charges c SET status = 'void', updated_at = now()
     FROM live WHERE c.subscription_id = live.id AND c.status = 'open'
   )
   UPDATE ext_subscriptions.subscriptions s SET cancel_at_period_end = true, canceled_by = 'seller',
     pending_plan_id = NULL, pending_price_minor = NULL, updated_at = now(),
     grace_until = CASE WHEN s.status = 'past_due' THEN now() ELSE s.grace_until END
   FROM live WHERE s.id = live.id`,
);
// The earliest moment, which gives way to a renewal within the same transaction.
const PRICE_FROM = `(now() + interval '30 days')::timestamptz(3)`;
const REPRICE = sql(
  'subscriptions_reprice',
  `WITH live AS (
     SELECT id FROM ext_subscriptions.subscriptions
     WHERE plan_id = $1 AND status IN (${LIVE_SQL}) AND coalesce(next_price_minor, price_minor) <> $2
     ORDER BY id FOR UPDATE
   )
   UPDATE ext_subscriptions.subscriptions s SET updated_at = now(),
     next_price_minor = CASE WHEN s.price_minor = $2 THEN NULL ELSE $2::int END,
     next_price_from = CASE WHEN s.price_minor = $2 THEN NULL ELSE ${PRICE_FROM} END
   FROM live WHERE s.id = live.id`,
);

const UNDATED = sql(
  'subscriptions_undated',
  `SELECT id, period_end, interval, interval_count, anchor_day, next_price_from FROM ext_subscriptions.subscriptions
   WHERE plan_id = $1 AND status IN (${LIVE_SQL}) AND next_price_from = ${PRICE_FROM} AND id > $2
   ORDER BY id LIMIT 2000`,
);
const DATE = sql(
  'subscriptions_date',
  `UPDATE ext_subscriptions.subscriptions s SET next_price_from = given.next_price_from
   FROM jsonb_to_recordset($1::jsonb) given (id uuid, next_price_from timestamptz) WHERE s.id = given.id`,
);

type Dated = Pick<Subscription, 'id' | 'interval' | 'interval_count' | 'anchor_day'> & {
  period_end: Date;
  next_price_from: Date;
};

export type NewSubscription = Pick<
  Subscription,
  'owner_id' | 'seller_id' | 'plan_id' | 'status' | 'price_minor' | 'currency' | 'interval' | 'interval_count'
> &
  Partial<Subscription> & { anchor_day: number };

/** Where a user has at most one subscription that has not ended. */
export type Place = Pick<Subscription, 'plan_id' | 'owner_id'>;

@AppProvider()
export class SubscriptionRepository extends EntityRepository<Subscription> {
  protected readonly entity = Subscription;

  /** Other calls that begin a subscription of these users to these plans wait until the transaction ends. */
  async lockSubscribers(places: Place[]): Promise<void> {
    await this.rows(LOCK_SUBSCRIBERS, ...columnsOf(places, 'plan_id', 'owner_id'));
  }

  /** The incomplete and live ones, locked. */
  openOfEach(places: Place[]): Promise<Subscription[]> {
    return this.rows<Subscription>(OPEN_OF_EACH, ...columnsOf(places, 'plan_id', 'owner_id'));
  }

  lock(id: string): Promise<Subscription | undefined> {
    return this.findOne({ id }, { lock: 'update' });
  }

  /** The incomplete or live one, locked. */
  openOf(planId: string, ownerId: string): Promise<Subscription | undefined> {
    return this.findOne({ plan_id: planId, owner_id: ownerId, status: In(OPEN) }, { lock: 'update' });
  }

  liveOf(planId: string, ownerId: string): Promise<Subscription | undefined> {
    return this.findOne({ plan_id: planId, owner_id: ownerId, status: In([...LIVE]) });
  }

  lockAllOf(ownerId: string): Promise<Subscription[]> {
    return this.find({ owner_id: ownerId, status: In(OPEN) }, { order: { id: 'ASC' }, lock: 'update' });
  }

  /** Those that change to this plan of the seller with their next period. */
  lockChangingTo(planId: string, sellerId: string): Promise<Subscription[]> {
    const live = { seller_id: sellerId, status: In([...LIVE]) };
    return this.find({ ...live, pending_plan_id: planId }, { order: { id: 'ASC' }, lock: 'update' });
  }

  lockIncompleteOfSeller(sellerId: string): Promise<Subscription[]> {
    return this.find({ seller_id: sellerId, status: 'incomplete' }, { order: { id: 'ASC' }, lock: 'update' });
  }

  /** Stores locked rows as they were made by the transition policy. */
  saveMany(rows: Subscription[]): Promise<Subscription[]> {
    return rows.length ? this.rows<Subscription>(SAVE, JSON.stringify(rows)) : Promise.resolve([]);
  }

  async save(row: Subscription): Promise<Subscription> {
    return (await this.saveMany([row]))[0] as Subscription;
  }

  async isUser(userId: string): Promise<boolean> {
    return (await this.rows(USER_EXISTS, userId)).length > 0;
  }

  async pausesInAYear(id: string): Promise<number> {
    return (await this.onlyOne<{ n: number }>(PAUSES, id)).n;
  }

  /** Every live subscription of the plan ends with its paid period; returns how many. */
  endWithPeriod(planId: string): Promise<number> {
    return this.count(END_WITH_PERIOD, planId);
  }

  /** Every live subscription of the plan costs this from 30 days on; returns how many change. */
  reprice(planId: string, price_minor: number): Promise<number> {
    return this.count(REPRICE, planId, price_minor);
  }

  /** A batch of those that were repriced in this transaction. */
  undated(planId: string, after: string): Promise<Dated[]> {
    return this.rows<Dated>(UNDATED, planId, after);
  }

  async date(rows: Pick<Dated, 'id' | 'next_price_from'>[]): Promise<void> {
    if (rows.length) await this.count(DATE, JSON.stringify(rows));
  }
}
