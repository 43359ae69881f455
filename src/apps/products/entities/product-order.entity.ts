import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Moment, CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Order } from '../../kernel/selling/order.entity.js';
import { Review } from '../../kernel/stars/review.entity.js';
import { Product } from './product.entity.js';

export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'expired', 'refunded', 'needs_attention'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const ATTENTIONS = ['out_of_stock', 'duplicate'] as const;
export type Attention = (typeof ATTENTIONS)[number];
const SOURCES = ['purchase', 'bundle', 'subscription'] as const;

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
  @Choice(ATTENTIONS, { nullable: true }) attention!: Attention | null;
  @Choice(SOURCES, { default: 'purchase' }) source!: (typeof SOURCES)[number];
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

/** The target of actions on an order of the buyer. */
export const ORDER = { entity: ProductOrder, by: 'order_id', thing: 'Order' };
/** The target of actions of the seller. */
export const ORDER_OF_SHOP = { ...ORDER, via: { entity: Product, by: 'product_id' } };

@Entity({ schema: 'ext_products', name: 'downloads' })
@Index('downloads_of_order', ['order_id'])
@Index('downloads_by_time', ['created_at'])
export class ProductDownload {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => ProductOrder, { onDelete: 'CASCADE' }) order_id!: string;
  @Column({ type: 'uuid' }) file_id!: string;
  @CreatedAt() created_at!: Date;
}

/** When a seller was last reminded of orders to ship: at most once a day. */
@Entity({ schema: 'ext_products', name: 'ship_reminders' })
export class ShipReminder {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  seller_id!: string;
  @Column({ type: 'date' }) told_on!: string;
}

@Entity({ schema: 'ext_products', name: 'licenses' })
@Check('licenses_status_check', `status IN ('active', 'revoked')`)
@Index('licenses_key', ['key'], { unique: true })
@Index('licenses_of_order', ['order_id'])
@Index('licenses_of_product', ['product_id'])
export class ProductLicense {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => ProductOrder, { onDelete: 'CASCADE' }) order_id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Product, { onDelete: 'SET NULL' })
  product_id!: string | null;
  @Column({ type: 'text' }) key!: string;
  @Column({ type: 'text', default: 'active' }) status!: 'active' | 'revoked';
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** A machine on which a license is in use. */
@Entity({ schema: 'ext_products', name: 'license_activations' })
@Index('license_activations_once', ['license_id', 'instance'], { unique: true })
export class LicenseActivation {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => ProductLicense, { onDelete: 'CASCADE' }) license_id!: string;
  @Column({ type: 'text' }) instance!: string;
  @Moment({ default: () => 'now()' }) last_seen_at!: Date;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_products', name: 'reviews' })
@Index('reviews_once', ['product_id', 'owner_id'], { unique: true })
@Index('reviews_of_writer', ['owner_id'])
@Index('reviews_of_order', ['order_id'])
// Descending: made by hand in the migration.
@Index('reviews_newest', { synchronize: false })
export class ProductReview extends Review {
  @Column({ type: 'uuid' }) @ForeignKey(() => Product, { onDelete: 'CASCADE' }) product_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => ProductOrder, { onDelete: 'CASCADE' }) order_id!: string;
}

/** An order by which the buyer has the product. */
export const isLive = (o: string) => `${o}.status IN ('paid', 'shipped') AND ${o}.revoked_at IS NULL`;

/** One that does not end with a subscription. */
export const isForGood = (o: string) => `${isLive(o)} AND ${o}.source <> 'subscription'`;
