import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { ProductOrder } from '../entities/product-order.entity.js';
import { CouponRepository } from './coupon.repository.js';
import { type NewOrder, OrderRepository } from './order.repository.js';
import { TOO_MANY_UNPAID } from '../../kernel/selling/unpaid-holds.sql.js';
import { Stock } from './stock.js';

/** What orders set aside until they are paid, and give back when they are not. The product is locked. */
@AppProvider()
export class Holds {
  constructor(
    private readonly orders: OrderRepository,
    private readonly stock: Stock,
    private readonly coupons: CouponRepository,
  ) {}

  /** The buyer's open order; one that is over is ended here. */
  async pending(productId: string, buyerId: string): Promise<ProductOrder | undefined> {
    const order = await this.orders.pending(productId, buyerId);
    if (!order?.is_over) return order;
    await this.expire(order.id);
    return undefined;
  }

  /** An order with all that it needs, or nothing. */
  async begin(order: Omit<NewOrder, 'stock_taken'>): Promise<ProductOrder> {
    const stock_taken = await this.stock.take(order, order.quantity);
    if (stock_taken === undefined) {
      const left = await this.stock.left(order);
      throw new Refusal(409, left ? `Only ${left} left` : 'Sold out');
    }
    if (order.coupon_id && !(await this.coupons.take(order.coupon_id))) throw new Refusal(409, 'Coupon is not valid');
    const begun = await this.orders.begin({ ...order, stock_taken });
    if (!begun) throw new Refusal(409, 'Idempotency key reused');
    return begun;
  }

  /** Ends the orders whose half hour is over. The product is locked. */
  async expireDue(productId: string): Promise<void> {
    for (const id of await this.orders.lockDue(productId)) await this.expire(id);
  }

  async refuseTooManyUnpaid(buyerId: string, productId: string): Promise<void> {
    if (await this.orders.hasHeldTooLong(buyerId, productId)) throw new Refusal(409, TOO_MANY_UNPAID);
  }

  /** For an order that is paid after it expired; undefined when too little is left. */
  async takeAgain(order: ProductOrder & { product_id: string }): Promise<number | undefined> {
    await this.expireDue(order.product_id);
    return this.stock.take(order, order.quantity);
  }

  giveBack(order: ProductOrder): Promise<void> {
    return this.stock.giveBack(order, order.stock_taken);
  }

  /** What it had set aside is free again, once. */
  async expire(orderId: string): Promise<void> {
    const held = await this.orders.expire(orderId);
    if (!held) return;
    await this.stock.giveBack(held, held.stock_taken);
    if (held.coupon_id) await this.coupons.giveBack([held.coupon_id]);
  }
}
