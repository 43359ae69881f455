import { EntityRepository, NOW, type Values, type Where } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Order } from './order.entity.js';
import { unpaidHolds } from './unpaid-holds.sql.js';

interface OrderColumns {
  /** The column that names what is sold. */
  thing: string;
  /** What an order of this app begins with beside the columns that every order has. */
  begins?: string[];
  /** What an order has set aside, and the value when it has nothing. */
  held?: Record<string, number | boolean>;
  /** What has to be the same when the same call comes again, beside the buyer, the thing and the total. */
  same?: string[];
}

export function orderStatements(slug: string, { thing, begins = [], held = {}, same = [] }: OrderColumns) {
  const table = `ext_${slug.replaceAll('-', '_')}.orders`;
  const statement = (name: string, text: string) => sql(`${slug.replaceAll('-', '_')}_${name}`, text);
  const parties = ['owner_id', 'seller_id', thing];
  const columns = [...parties, 'total_minor', 'currency', 'coupon_id', 'affiliate_id', 'payment_id', ...begins].join(
    ', ',
  );
  const heldAgain = Object.keys(held).map((name) => `, ${name} = excluded.${name}`);
  const isSame = same.map((name) => ` AND o.${name} IS NOT DISTINCT FROM excluded.${name}`);
  const nothingHeld = Object.entries(held).map(([name, nothing]) => `, ${name} = ${nothing}`);
  const expired = `status = 'expired', updated_at = now()${nothingHeld.join('')}`;
  const due = `status = 'pending' AND expires_at <= now()`;
  return {
    thing,
    held,
    lockBuyer: statement(
      'lock_buyer',
      `SELECT pg_advisory_xact_lock(hashtextextended('${table} ' || $1 || ' ' || $2, 0))`,
    ),
    hasPending: statement(
      'order_has_pending',
      `SELECT FROM ${table} WHERE ${thing} = $1 AND owner_id = $2 AND status = 'pending' LIMIT 1`,
    ),
    // An order without a page for minutes gets none any more: the process that was to open it is gone.
    pending: statement(
      'order_pending',
      `SELECT *, expires_at <= now() OR (checkout_url IS NULL AND created_at < now() - interval '3 minutes') AS is_over
       FROM ${table} WHERE ${thing} = $1 AND owner_id = $2 AND status = 'pending' FOR UPDATE`,
    ),
    // The same call again, after the processor was away, goes on with the order that it had made: its payment has the sum.
    begin: statement(
      'order_begin',
      `INSERT INTO ${table} AS o (${columns}, status, expires_at)
       SELECT ${columns}, 'pending', now() + interval '30 minutes' FROM jsonb_populate_record(NULL::${table}, $1::jsonb)
       ON CONFLICT (payment_id) DO UPDATE SET status = 'pending', expires_at = excluded.expires_at, created_at = now(),
         updated_at = now(), coupon_id = excluded.coupon_id${heldAgain.join('')}
       WHERE o.status = 'expired' AND o.owner_id = excluded.owner_id AND o.${thing} = excluded.${thing}
         AND o.total_minor = excluded.total_minor AND o.currency = excluded.currency${isSame.join('')}
       RETURNING *`,
    ),
    byPayment: statement('order_by_payment', `SELECT * FROM ${table} WHERE payment_id = $1`),
    lock: statement('order_lock', `SELECT * FROM ${table} WHERE id = $1 FOR UPDATE`),
    storeCheckoutUrl: statement(
      'order_opened',
      `UPDATE ${table} SET checkout_url = $2, updated_at = now() WHERE id = $1 AND checkout_url IS NULL`,
    ),
    expire: statement(
      'order_expire',
      `WITH before AS (SELECT * FROM ${table} WHERE id = $1 AND status = 'pending' FOR UPDATE)
       UPDATE ${table} o SET ${expired} FROM before WHERE o.id = before.id RETURNING before.*`,
    ),
    thingsWithDue: statement(
      'with_orders_due',
      `SELECT DISTINCT ${thing} AS id FROM ${table} WHERE ${due} AND ${thing} IS NOT NULL`,
    ),
    hasDue: statement('has_orders_due', `SELECT FROM ${table} WHERE ${thing} = $1 AND ${due} LIMIT 1`),
    lockDue: statement('orders_due', `SELECT id FROM ${table} WHERE ${thing} = $1 AND ${due} ORDER BY id FOR UPDATE`),
    unpaid: statement('orders_unpaid', unpaidHolds(table, thing)),
    abandoned: statement('orders_abandoned', `UPDATE ${table} SET ${expired} WHERE ${due} AND ${thing} IS NULL`),
    pendingOfUser: statement(
      'orders_pending_of_user',
      `SELECT * FROM ${table} WHERE owner_id = $1 AND status = 'pending' ORDER BY id FOR UPDATE`,
    ),
    endOfSeller: statement(
      'orders_end_of_seller',
      `UPDATE ${table} SET ${expired} WHERE seller_id = $1 AND status = 'pending'`,
    ),
  };
}

/** The orders of an app, which provides its entity and `orderStatements(slug, …)`. */
export abstract class Orders<Row extends Order> extends EntityRepository<Row> {
  protected abstract readonly orderStatements: ReturnType<typeof orderStatements>;

  /** The id of what was sold; null: it is deleted. */
  thingOf(order: Row): string | null {
    return order[this.orderStatements.thing as keyof Row] as string | null;
  }

  /** Other calls of this buyer for this thing wait here until the transaction ends. */
  async lockBuyer(thingId: string, buyerId: string): Promise<void> {
    await this.rows(this.orderStatements.lockBuyer, thingId, buyerId);
  }

  /** Without a lock. */
  async hasPending(thingId: string, buyerId: string): Promise<boolean> {
    return (await this.rows(this.orderStatements.hasPending, thingId, buyerId)).length > 0;
  }

  /** Locked. `is_over`: it ran out, and is to be expired. */
  pending(thingId: string, buyerId: string): Promise<(Row & { is_over: boolean }) | undefined> {
    return this.one<Row & { is_over: boolean }>(this.orderStatements.pending, thingId, buyerId);
  }

  /** A pending order. Undefined: its payment belongs to another order. */
  begin(order: Partial<Row>): Promise<Row | undefined> {
    return this.one<Row>(this.orderStatements.begin, JSON.stringify(order));
  }

  byPayment(paymentId: string): Promise<Row | undefined> {
    return this.one<Row>(this.orderStatements.byPayment, paymentId);
  }

  lock(id: string): Promise<Row> {
    return this.onlyOne<Row>(this.orderStatements.lock, id);
  }

  async storeCheckoutUrl(id: string, url: string): Promise<void> {
    await this.count(this.orderStatements.storeCheckoutUrl, id, url);
  }

  /** The order as it was, with what it had set aside; undefined: it was not pending. */
  expire(id: string): Promise<Row | undefined> {
    return this.one<Row>(this.orderStatements.expire, id);
  }

  /** The money for it has arrived, or nothing was to be paid. */
  settle({ id, paid_at }: Row, status: 'paid' | 'needs_attention', changes: Values<Row> = {}): Promise<Row> {
    return this.change(id, { status, paid_at: paid_at ?? NOW, expires_at: null, ...changes });
  }

  /** `refunded_minor`: all that was given back so far. When that is the whole total, the order is refunded. */
  refund({ id, total_minor }: Row, refunded_minor: number, changes: Values<Row> = {}): Promise<Row> {
    const ended = { status: 'refunded', refunded_at: NOW, ...this.orderStatements.held };
    return this.change(id, { refunded_minor, ...(refunded_minor >= total_minor && ended), ...changes });
  }

  async thingsWithDue(): Promise<string[]> {
    return (await this.rows<{ id: string }>(this.orderStatements.thingsWithDue)).map(({ id }) => id);
  }

  async hasDue(thingId: string): Promise<boolean> {
    return (await this.rows(this.orderStatements.hasDue, thingId)).length > 0;
  }

  async lockDue(thingId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(this.orderStatements.lockDue, thingId)).map(({ id }) => id);
  }

  /** True if the buyer has kept the thing from others for as long as is allowed without paying. */
  async hasHeldTooLong(buyerId: string, thingId: string): Promise<boolean> {
    return (await this.rows(this.orderStatements.unpaid, buyerId, thingId)).length > 0;
  }

  /** Orders that ran out, of things that are deleted. */
  async expireAbandoned(): Promise<void> {
    await this.count(this.orderStatements.abandoned);
  }

  lockPendingOf(buyerId: string): Promise<Row[]> {
    return this.rows<Row>(this.orderStatements.pendingOfUser, buyerId);
  }

  /** Ends the open orders of a seller, whose things are locked. What they had set aside is not given back. */
  async endOfSeller(sellerId: string): Promise<void> {
    await this.count(this.orderStatements.endOfSeller, sellerId);
  }

  /** Nothing is set aside any more. */
  get nothingHeld(): Values<Row> {
    return this.orderStatements.held as Values<Row>;
  }

  protected async change(id: string, values: object): Promise<Row> {
    return (await this.updateOne({ id } as Where<Row>, { ...values, updated_at: NOW } as Values<Row>)) as Row;
  }
}
