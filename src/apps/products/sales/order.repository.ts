import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { unpaidHolds } from '../../kernel/selling/unpaid-holds.sql.js';
import type { Attention, OrderStatus, ProductOrder } from '../entities/product-order.entity.js';

// One that has had no page for minutes will not get one: who was to open it is gone.
const PENDING = sql(
  'products_order_pending',
  `SELECT *, expires_at <= now() OR (checkout_url IS NULL AND created_at < now() - interval '3 minutes') AS is_over
   FROM ext_products.orders WHERE product_id = $1 AND owner_id = $2 AND status = 'pending' FOR UPDATE`,
);
const COLUMNS = `owner_id, seller_id, product_id, variant_id, title, variant_name, quantity, unit_minor, discount_minor,
  shipping_minor, total_minor, currency, coupon_id, affiliate_id, stock_taken, payment_id, ship_to`;
// The same call again, after the processor was away, goes on with the order that it had made: its payment knows the sum.
const BEGIN = sql(
  'products_order_begin',
  `INSERT INTO ext_products.orders AS o (${COLUMNS}, status, expires_at)
   SELECT ${COLUMNS}, 'pending', now() + interval '30 minutes'
   FROM jsonb_populate_record(NULL::ext_products.orders, $1::jsonb)
   ON CONFLICT (payment_id) DO UPDATE SET status = 'pending', expires_at = excluded.expires_at, created_at = now(),
     updated_at = now(), stock_taken = excluded.stock_taken, coupon_id = excluded.coupon_id
   WHERE o.status = 'expired' AND o.owner_id = excluded.owner_id AND o.product_id = excluded.product_id
     AND o.variant_id IS NOT DISTINCT FROM excluded.variant_id AND o.quantity = excluded.quantity
     AND o.total_minor = excluded.total_minor AND o.currency = excluded.currency
   RETURNING *`,
);
const BY_PAYMENT = sql('products_order_by_payment', 'SELECT * FROM ext_products.orders WHERE payment_id = $1');
const LOCK = sql('products_order_lock', 'SELECT * FROM ext_products.orders WHERE id = $1 FOR UPDATE');
const OPENED = sql(
  'products_order_opened',
  'UPDATE ext_products.orders SET checkout_url = $2, updated_at = now() WHERE id = $1 AND checkout_url IS NULL',
);
const EXPIRE = sql(
  'products_order_expire',
  `UPDATE ext_products.orders o SET status = 'expired', stock_taken = 0, updated_at = now()
   FROM ext_products.orders before WHERE o.id = $1 AND o.status = 'pending' AND before.id = o.id
   RETURNING before.stock_taken, o.coupon_id, o.product_id, o.variant_id`,
);
// What is paid late had given its coupon back, and has used it after all.
const SETTLE = sql(
  'products_order_settle',
  `WITH late AS (
     UPDATE ext_products.coupons SET used_count = used_count + 1
     WHERE id = (SELECT coupon_id FROM ext_products.orders WHERE id = $1 AND status = 'expired')
   )
   UPDATE ext_products.orders SET status = $2, attention = $3, stock_taken = $4, paid_at = coalesce(paid_at, now()),
     expires_at = NULL, updated_at = now()
   WHERE id = $1 RETURNING *`,
);
const REFUND = sql(
  'products_order_refund',
  `UPDATE ext_products.orders SET refunded_minor = $2, updated_at = now(),
     status = CASE WHEN $2 >= total_minor THEN 'refunded' ELSE status END,
     stock_taken = CASE WHEN $2 >= total_minor THEN 0 ELSE stock_taken END,
     refunded_at = CASE WHEN $2 >= total_minor THEN now() END
   WHERE id = $1 RETURNING *`,
);
const SHIP = sql(
  'products_order_ship',
  `UPDATE ext_products.orders SET status = 'shipped', attention = NULL, shipped_at = coalesce(shipped_at, now()),
     carrier = coalesce($2, carrier), tracking_number = coalesce($3, tracking_number),
     tracking_url = coalesce($4, tracking_url), updated_at = now()
   WHERE id = $1 RETURNING *`,
);
const PRODUCTS_DUE = sql(
  'products_with_orders_due',
  `SELECT DISTINCT product_id AS id FROM ext_products.orders
   WHERE status = 'pending' AND expires_at <= now() AND product_id IS NOT NULL`,
);
const HAS_DUE = sql(
  'products_has_orders_due',
  `SELECT FROM ext_products.orders WHERE product_id = $1 AND status = 'pending' AND expires_at <= now() LIMIT 1`,
);
const DUE = sql(
  'products_orders_due',
  `SELECT id FROM ext_products.orders WHERE product_id = $1 AND status = 'pending' AND expires_at <= now()
   ORDER BY id FOR UPDATE`,
);
const UNPAID = sql('products_orders_unpaid', unpaidHolds('ext_products.orders', 'product_id'));
const ABANDONED = sql(
  'products_orders_abandoned',
  `UPDATE ext_products.orders SET status = 'expired', updated_at = now()
   WHERE status = 'pending' AND product_id IS NULL AND expires_at <= now()`,
);
const PENDING_OF_USER = sql(
  'products_orders_pending_of_user',
  `SELECT id FROM ext_products.orders WHERE owner_id = $1 AND status = 'pending' ORDER BY id FOR UPDATE`,
);
// What is still to be sent needs its address.
const FORGET_ADDRESSES = sql(
  'products_orders_forget_addresses',
  `UPDATE ext_products.orders SET ship_to = NULL WHERE owner_id = $1 AND ship_to IS NOT NULL AND status <> 'paid'`,
);

// Their products go or are not sold any more, so nothing is given back to their stock and coupons.
const END_OF_SELLER = sql(
  'products_orders_end_of_seller',
  `UPDATE ext_products.orders SET status = 'expired', stock_taken = 0, updated_at = now()
   WHERE seller_id = $1 AND status = 'pending'`,
);

export type NewOrder = Pick<
  ProductOrder,
  | 'owner_id'
  | 'seller_id'
  | 'variant_id'
  | 'title'
  | 'variant_name'
  | 'quantity'
  | 'unit_minor'
  | 'discount_minor'
  | 'shipping_minor'
  | 'total_minor'
  | 'currency'
  | 'coupon_id'
  | 'affiliate_id'
  | 'stock_taken'
  | 'payment_id'
  | 'ship_to'
> & { product_id: string };

export type Held = Pick<ProductOrder, 'stock_taken' | 'coupon_id' | 'product_id' | 'variant_id'>;
export type Tracking = Partial<Pick<ProductOrder, 'carrier' | 'tracking_number' | 'tracking_url'>>;

export interface Settled {
  status: Extract<OrderStatus, 'paid' | 'needs_attention'>;
  attention?: Attention | null;
  stock_taken: number;
}

@AppProvider()
export class OrderRepository extends BaseRepository {
  /** Locked; `is_over`: it counts no more, and nobody has written that down yet. */
  pending(productId: string, userId: string): Promise<(ProductOrder & { is_over: boolean }) | undefined> {
    return this.one<ProductOrder & { is_over: boolean }>(PENDING, productId, userId);
  }

  /** Undefined: its payment is of another order. */
  begin(order: NewOrder): Promise<ProductOrder | undefined> {
    return this.one<ProductOrder>(BEGIN, JSON.stringify(order));
  }

  byPayment(paymentId: string): Promise<ProductOrder | undefined> {
    return this.one<ProductOrder>(BY_PAYMENT, paymentId);
  }

  async lock(id: string): Promise<ProductOrder> {
    return (await this.one<ProductOrder>(LOCK, id)) as ProductOrder;
  }

  async opened(id: string, url: string): Promise<void> {
    await this.count(OPENED, id, url);
  }

  /** What it had set aside, where it was still pending. */
  expire(id: string): Promise<Held | undefined> {
    return this.one<Held>(EXPIRE, id);
  }

  /** The money for it is there, or none was asked. */
  async settle(id: string, { status, attention = null, stock_taken }: Settled): Promise<ProductOrder> {
    return (await this.one<ProductOrder>(SETTLE, id, status, attention, stock_taken)) as ProductOrder;
  }

  async refund(id: string, minor: number): Promise<ProductOrder> {
    return (await this.one<ProductOrder>(REFUND, id, minor)) as ProductOrder;
  }

  /** What is not given stays as it is. */
  async ship(id: string, { carrier, tracking_number, tracking_url }: Tracking): Promise<ProductOrder> {
    const values = [carrier ?? null, tracking_number ?? null, tracking_url ?? null];
    return (await this.one<ProductOrder>(SHIP, id, ...values)) as ProductOrder;
  }

  async productsWithDue(): Promise<string[]> {
    return (await this.rows<{ id: string }>(PRODUCTS_DUE)).map(({ id }) => id);
  }

  async hasDue(productId: string): Promise<boolean> {
    return (await this.rows(HAS_DUE, productId)).length > 0;
  }

  /** True if the buyer has held the product for as long as is allowed without paying. */
  async hasHeldTooLong(userId: string, productId: string): Promise<boolean> {
    return (await this.rows(UNPAID, userId, productId)).length > 0;
  }

  async lockDue(productId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(DUE, productId)).map(({ id }) => id);
  }

  /** Of products that are gone. */
  async expireAbandoned(): Promise<void> {
    await this.count(ABANDONED);
  }

  async lockPendingOf(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(PENDING_OF_USER, userId)).map(({ id }) => id);
  }

  async forgetAddresses(userId: string): Promise<void> {
    await this.count(FORGET_ADDRESSES, userId);
  }

  /** The open ones, whose products are locked. */
  async endOfSeller(userId: string): Promise<void> {
    await this.count(END_OF_SELLER, userId);
  }
}
