import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Moment } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/view.js';
import { Order } from '../../kernel/selling/order.entity.js';
import { Product } from './product.entity.js';

export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'expired', 'refunded', 'needs_attention'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type Attention = 'out_of_stock' | 'duplicate';

export interface PostalAddress {
  name: string;
  line1: string;
  line2: string | null;
  city: string;
  region: string | null;
  postal_code: string;
  country: string;
}

/** For the books: it outlives both of its sides and the product. */
@Entity({ schema: 'ext_products', name: 'orders' })
@Check('orders_quantity_check', 'quantity >= 1')
@Check('orders_status_check', `status IN ('pending', 'paid', 'shipped', 'expired', 'refunded', 'needs_attention')`)
@Check('orders_attention_check', `attention IN ('out_of_stock', 'duplicate')`)
@Check('orders_source_check', `source IN ('purchase', 'bundle', 'subscription')`)
@Index('orders_granted_once', ['source', 'source_id', 'product_id'], {
  unique: true,
  where: `source <> 'purchase'`,
})
@Index('orders_pending_once', ['product_id', 'owner_id'], { unique: true, where: `status = 'pending'` })
@Index('orders_of_product', ['product_id', 'owner_id'])
@Index('orders_of_buyer', ['owner_id', 'product_id'])
@Index('orders_due_of_product', ['product_id', 'expires_at'], { where: `status = 'pending'` })
@Index('orders_to_ship', ['seller_id', 'paid_at'], { where: `status = 'paid' AND ship_to IS NOT NULL` })
@Index('orders_paid', ['seller_id', 'paid_at'])
// Descending: made by hand in the migration.
@Index('orders_of_seller', { synchronize: false })
@Index('orders_of_seller_newest', { synchronize: false })
@Index('orders_library', { synchronize: false })
export class ProductOrder extends Order {
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Product, { onDelete: 'SET NULL' })
  product_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) variant_id!: string | null;
  /** As sold. */
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', nullable: true }) variant_name!: string | null;
  @Column({ type: 'int' }) quantity!: number;
  @Column({ type: 'int' }) unit_minor!: number;
  @Column({ type: 'int' }) discount_minor!: number;
  @Column({ type: 'int' }) shipping_minor!: number;
  @Choice(ORDER_STATUSES) status!: OrderStatus;
  @Column({ type: 'text', nullable: true }) attention!: Attention | null;
  @Column({ type: 'text', default: 'purchase' }) source!: 'purchase' | 'bundle' | 'subscription';
  @Column({ type: 'uuid', nullable: true }) source_id!: string | null;
  /** What it took from counted stock, and has not given back. */
  @Column({ type: 'int', default: 0 }) stock_taken!: number;
  /** Of physical goods alone. */
  @Column({ type: 'jsonb', nullable: true }) ship_to!: PostalAddress | null;
  @Column({ type: 'text', nullable: true }) carrier!: string | null;
  @Column({ type: 'text', nullable: true }) tracking_number!: string | null;
  @Column({ type: 'text', nullable: true }) tracking_url!: string | null;
  @Moment({ nullable: true }) revoked_at!: Date | null;
  @Moment({ nullable: true }) shipped_at!: Date | null;
}
