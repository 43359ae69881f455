import { In } from 'typeorm';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Charge } from '../entities/subscription.entity.js';

// An attempt whose page never opened gives its payment up, because the same key begins the same payment again.
const FREE_PAYMENT = sql(
  'subscriptions_charge_free_payment',
  `UPDATE ext_subscriptions.charges SET payment_id = NULL
   WHERE payment_id = $1 AND status = 'void' AND checkout_url IS NULL`,
);
const VOID_OPEN = sql(
  'subscriptions_charges_void_open',
  `UPDATE ext_subscriptions.charges SET status = 'void', updated_at = now()
   WHERE subscription_id = ANY ($1::uuid[]) AND status = 'open'`,
);
// Of a row that this transaction has changed, the database checks every reference again when one of them is set to NULL,
// and the account of the seller is gone before the subscriptions are.
const FORGET_SELLER = sql(
  'subscriptions_charges_forget_seller',
  'UPDATE ext_subscriptions.charges SET seller_id = NULL WHERE subscription_id = ANY ($1::uuid[])',
);
const PAID_TIME = sql(
  'subscriptions_charges_paid_time',
  `SELECT * FROM ext_subscriptions.charges
   WHERE subscription_id = $1 AND status = 'paid' AND credited_at IS NULL AND period_end > $2 AND period_end > period_start
   ORDER BY period_start`,
);
const CREDITED = sql(
  'subscriptions_charges_credited',
  `UPDATE ext_subscriptions.charges SET credited_at = now()
   WHERE subscription_id = $1 AND id <> $2 AND status = 'paid' AND credited_at IS NULL AND period_end > $3`,
);
const SHIFT = sql(
  'subscriptions_charges_shift',
  `UPDATE ext_subscriptions.charges c SET period_start = c.period_start + g.ms * interval '1 millisecond',
     period_end = c.period_end + g.ms * interval '1 millisecond'
   FROM unnest($1::uuid[], $2::timestamptz[], $3::float8[]) g (id, after, ms)
   WHERE c.subscription_id = g.id AND c.status = 'paid' AND c.period_end > g.after AND c.period_end > c.period_start`,
);
const PAID_SINCE = sql(
  'subscriptions_charges_paid_since',
  `SELECT FROM ext_subscriptions.charges WHERE subscription_id = $1 AND status = 'paid' AND paid_at > $2 LIMIT 1`,
);
const INSERT_MANY = sql(
  'subscriptions_charges_insert',
  `INSERT INTO ext_subscriptions.charges (owner_id, seller_id, subscription_id, plan_id, kind, period_start, period_end,
     list_minor, discount_minor, credit_minor, amount_minor, currency, status, payment_id, reminders, due_at,
     checkout_expires_at, paid_at)
   SELECT owner_id, seller_id, subscription_id, plan_id, kind, period_start, period_end, list_minor, discount_minor,
     credit_minor, amount_minor, currency, status, payment_id, coalesce(reminders, '{}'), due_at,
     checkout_expires_at, paid_at
   FROM jsonb_populate_recordset(NULL::ext_subscriptions.charges, $1::jsonb)
   RETURNING *`,
);
const STORE_URL = sql(
  'subscriptions_charge_store_url',
  `UPDATE ext_subscriptions.charges SET checkout_url = $3, updated_at = now()
   WHERE id = $1 AND payment_id = $2 AND checkout_url IS NULL`,
);
const ABANDONED = sql(
  'subscriptions_upgrades_abandoned',
  `UPDATE ext_subscriptions.charges SET status = 'void', updated_at = now() WHERE id IN (
     SELECT id FROM ext_subscriptions.charges
     WHERE status = 'open' AND kind = 'upgrade' AND checkout_expires_at <= now() LIMIT 500 FOR UPDATE SKIP LOCKED)`,
);

export type NewCharge = Omit<
  Charge,
  'id' | 'refunded_minor' | 'checkout_url' | 'reminders' | 'credited_at' | 'refunded_at' | 'created_at' | 'updated_at'
> & { reminders?: string[] };

/** The time after a moment becomes so many milliseconds later. */
export interface Shift {
  /** The subscription. */
  id: string;
  after: Date;
  ms: number;
}

@AppProvider()
export class ChargeRepository extends EntityRepository<Charge> {
  protected readonly entity = Charge;

  byPayment(paymentId: string): Promise<Charge | undefined> {
    return this.findOne({ payment_id: paymentId });
  }

  lock(id: string): Promise<Charge> {
    return this.the({ id }, 'Charge', { lock: 'update' });
  }

  /** Locked; the subscription is locked before. */
  openOf(subscriptionId: string): Promise<Charge | undefined> {
    return this.findOne({ subscription_id: subscriptionId, status: 'open' }, { lock: 'update' });
  }

  insertMany(charges: NewCharge[]): Promise<Charge[]> {
    return charges.length ? this.rows<Charge>(INSERT_MANY, JSON.stringify(charges)) : Promise.resolve([]);
  }

  async insertOne(charge: NewCharge): Promise<Charge> {
    if (charge.payment_id) await this.count(FREE_PAYMENT, charge.payment_id);
    return (await this.insertMany([charge]))[0] as Charge;
  }

  async change(id: string, values: Values<Charge>): Promise<Charge> {
    return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as Charge;
  }

  async attachPayment(id: string, payment_id: string, checkout_expires_at: Date): Promise<Charge> {
    await this.count(FREE_PAYMENT, payment_id);
    return this.change(id, { payment_id, checkout_expires_at });
  }

  async storeUrl({ id, payment_id }: Charge, url: string): Promise<void> {
    await this.count(STORE_URL, id, payment_id, url);
  }

  async voidOpenOf(subscriptionIds: string[]): Promise<void> {
    await this.count(VOID_OPEN, subscriptionIds);
  }

  /** Their seller's account is being deleted. */
  async forgetSeller(subscriptionIds: string[]): Promise<void> {
    await this.count(FORGET_SELLER, subscriptionIds);
  }

  /** Paid charges with time left at this moment. */
  paidTime(subscriptionId: string, at: Date): Promise<Charge[]> {
    return this.rows<Charge>(PAID_TIME, subscriptionId, at);
  }

  /** What the others had left at this moment is credit of this charge. */
  async markCredited({ id, subscription_id }: Charge, at: Date): Promise<void> {
    await this.count(CREDITED, subscription_id, id, at);
  }

  /** Moves the periods of these subscriptions that end after a moment. */
  async shift(moves: Shift[]): Promise<void> {
    await this.count(SHIFT, ...columnsOf(moves, 'id', 'after', 'ms'));
  }

  async isPaidSince(subscriptionId: string, moment: Date): Promise<boolean> {
    return (await this.rows(PAID_SINCE, subscriptionId, moment)).length > 0;
  }

  /** Ends upgrades whose page is over, up to a number; returns how many. */
  voidAbandonedUpgrades(): Promise<number> {
    return this.count(ABANDONED);
  }

  newestOf(subscriptionId: string, limit: number): Promise<Charge[]> {
    return this.find({ subscription_id: subscriptionId }, { order: { created_at: 'DESC', id: 'DESC' }, limit });
  }

  openOfMany(subscriptionIds: string[]): Promise<Charge[]> {
    return this.find({ subscription_id: In(subscriptionIds), status: 'open' });
  }
}
