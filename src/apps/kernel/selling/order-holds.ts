import type { DatabaseService } from '../../../platform/database/database.service.js';
import type { Values } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Coupon } from './coupon.entity.js';
import type { Coupons } from './coupon.repository.js';
import type { Order } from './order.entity.js';
import type { Orders } from './order.repository.js';
import { TOO_MANY_UNPAID } from './unpaid-holds.sql.js';

/** What an order is begun with, beside what it sets aside. */
export type FirstValues = Pick<
  Order,
  'owner_id' | 'seller_id' | 'total_minor' | 'currency' | 'coupon_id' | 'affiliate_id' | 'payment_id'
>;

/**
 * What orders set aside for half an hour, and give back when they are not paid. The thing is locked before its orders,
 * everywhere. An app provides its repositories, how a thing is found and locked, and what is set aside (stock, a seat).
 */
export abstract class OrderHolds<
  Row extends Order = Order,
  Thing extends { id: string } = { id: string },
  New extends FirstValues = FirstValues,
> {
  abstract readonly slug: string;
  abstract readonly orders: Orders<Row>;
  /** Undefined: the app has no coupons. */
  protected abstract readonly coupons: Pick<Coupons<Coupon>, 'take' | 'giveBack' | 'countLateUse'> | undefined;
  protected abstract readonly database: DatabaseService;

  protected abstract findThing(id: string): Promise<Thing | undefined>;
  abstract lockThing(id: string): Promise<Thing | undefined>;
  /** Sets aside what the order needs, or refuses. Returns the columns of the order that say what it was. */
  protected abstract setAside(order: New): Promise<Partial<Row>>;
  /** Gives back what these columns say. */
  abstract giveBack(order: Row): Promise<void>;

  /** Locks what was sold, then the order. */
  async lock(known: Row): Promise<{ order: Row; thing: Thing | undefined }> {
    const thingId = this.orders.thingOf(known);
    const thing = thingId === null ? undefined : await this.lockThing(thingId);
    return { order: await this.orders.lock(known.id), thing };
  }

  /**
   * Returns the thing for a new order; other calls of the buyer wait. A buyer with an open order gets it locked and read
   * again, because ending that order may give something back. Other buyers get it as it was given, without a lock.
   * Undefined: the thing is deleted.
   */
  async forBuyer(thing: Thing, buyerId: string): Promise<Thing | undefined> {
    await this.orders.lockBuyer(thing.id, buyerId);
    return (await this.orders.hasPending(thing.id, buyerId)) ? this.lockThing(thing.id) : thing;
  }

  /** The buyer's open order; one that ran out is expired. The thing or the buyer is locked. */
  async pending(thingId: string, buyerId: string): Promise<Row | undefined> {
    const order = await this.orders.pending(thingId, buyerId);
    if (!order?.is_over) return order;
    await this.expire(order.id);
    return undefined;
  }

  /** An order with all that it needs, or a refusal. */
  async begin(order: New): Promise<Row> {
    const held = await this.setAside(order);
    const hasCoupon = !order.coupon_id || (await this.coupons?.take(order.coupon_id));
    if (!hasCoupon) throw new Refusal(409, 'Coupon is not valid');
    const begun = await this.orders.begin({ ...order, ...held } as unknown as Partial<Row>);
    if (!begun) throw new Refusal(409, 'Idempotency key reused');
    return begun;
  }

  async refuseTooManyUnpaid(buyerId: string, thingId: string): Promise<void> {
    if (await this.orders.hasHeldTooLong(buyerId, thingId)) throw new Refusal(409, TOO_MANY_UNPAID);
  }

  /** An order that is paid late had given its coupon back, and has used it after all. */
  async settle(order: Row, status: 'paid' | 'needs_attention', changes?: Values<Row>): Promise<Row> {
    if (order.status === 'expired' && order.coupon_id) await this.coupons?.countLateUse(order.coupon_id);
    return this.orders.settle(order, status, changes);
  }

  /** Ends a pending order and gives back, once, what it had set aside. */
  async expire(orderId: string): Promise<void> {
    const before = await this.orders.expire(orderId);
    if (!before) return;
    await this.giveBack(before);
    if (before.coupon_id) await this.coupons?.giveBack([before.coupon_id]);
  }

  /** Ends the orders whose half hour is over. The thing is locked. */
  async expireDue(thingId: string): Promise<void> {
    for (const id of await this.orders.lockDue(thingId)) await this.expire(id);
  }

  /** The same in a transaction of its own, where there is such an order; true if there was. */
  async release(thingId: string): Promise<boolean> {
    if (!(await this.orders.hasDue(thingId))) return false;
    await this.database.transaction(async () => {
      await this.lockThing(thingId);
      await this.expireDue(thingId);
    });
    return true;
  }

  async releaseAll(): Promise<void> {
    for (const id of await this.orders.thingsWithDue()) await this.release(id);
    await this.database.transaction(() => this.orders.expireAbandoned());
  }

  /** A thing that was read, without what is due: a request does not wait for the job. Undefined: it was deleted. */
  async current(thing: Thing): Promise<Thing | undefined> {
    return (await this.release(thing.id)) ? this.findThing(thing.id) : thing;
  }
}
