import { Column, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';

export const ORDER_STATUSES = ['pending', 'paid', 'expired', 'refunded', 'needs_attention'] as const;

/**
 * What every app's table of orders has. An app adds the column that names what is sold, `status` with its CHECK, what an
 * order sets aside, and a unique index `orders_pending_once` of the thing and the buyer where the status is pending.
 */
@Index('orders_payment', ['payment_id'], { unique: true })
@Index('orders_expiring', ['expires_at'], { where: `status = 'pending'` })
export abstract class Order {
  @Id() id!: string;
  /** The buyer. An order is kept for the books when the account is deleted. */
  @Column({ type: 'uuid' }) owner_id!: string;
  /** Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  seller_id!: string | null;
  @Column({ type: 'int' }) total_minor!: number;
  @Column({ type: 'int', default: 0 }) refunded_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Column({ type: 'uuid', nullable: true }) coupon_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) affiliate_id!: string | null;
  /** `ORDER_STATUSES`, and what an app adds to them. */
  abstract status: string;
  /** Null where nothing was to be paid. */
  @Column({ type: 'uuid', nullable: true }) payment_id!: string | null;
  @Column({ type: 'text', nullable: true }) checkout_url!: string | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Moment({ nullable: true }) paid_at!: Date | null;
  @Moment({ nullable: true }) refunded_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
