import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';
import { Bundle, ITEM_TYPES, type ItemType } from './bundle.entity.js';

export const PURCHASE_STATUSES = ['pending', 'completed', 'expired', 'refunded', 'needs_attention'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];
export const SOURCES = ['purchase', 'grant'] as const;
const ATTENTIONS = ['duplicate'] as const;
export const ITEM_STATES = ['included', 'owned', 'granted', 'revoked'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** For the books: it outlives both of its sides and the bundle. */
@Entity({ schema: 'ext_bundles', name: 'purchases' })
@Check('purchases_source_check', `source IN ('purchase', 'grant')`)
@Check('purchases_status_check', `status IN ('pending', 'completed', 'expired', 'refunded', 'needs_attention')`)
@Check('purchases_attention_check', `attention IN ('duplicate')`)
@Index('purchases_payment', ['payment_id'], { unique: true })
@Index('purchases_completed_once', ['bundle_id', 'owner_id'], { unique: true, where: `status = 'completed'` })
@Index('purchases_pending_once', ['bundle_id', 'owner_id'], { unique: true, where: `status = 'pending'` })
@Index('purchases_expiring', ['expires_at'], { where: `status = 'pending'` })
@Index('purchases_due_of_bundle', ['bundle_id', 'expires_at'], { where: `status = 'pending'` })
@Index('purchases_of_buyer', ['owner_id', 'created_at', 'id'])
@Index('purchases_of_seller', ['seller_id', 'created_at'])
@Index('purchases_completed_of_seller', ['seller_id', 'completed_at'])
@Index('purchases_of_bundle', ['bundle_id', 'created_at', 'id'])
export class BundlePurchase {
  @Id() id!: string;
  /** The buyer. */
  @Column({ type: 'uuid' }) owner_id!: string;
  /** Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  seller_id!: string | null;
  /** Null: the bundle is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Bundle, { onDelete: 'SET NULL' })
  bundle_id!: string | null;
  /** As sold. */
  @Column({ type: 'text' }) bundle_title!: string;
  @Choice(SOURCES) source!: (typeof SOURCES)[number];
  /** The sum of the prices of fifty items may pass 32 bits. */
  @Whole() list_minor!: number;
  @Column({ type: 'int' }) amount_minor!: number;
  @Column({ type: 'int', default: 0 }) refunded_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Choice(PURCHASE_STATUSES) status!: PurchaseStatus;
  @Choice(ATTENTIONS, { nullable: true }) attention!: (typeof ATTENTIONS)[number] | null;
  @Column({ type: 'uuid', nullable: true }) affiliate_id!: string | null;
  /** Null where nothing was to be paid. */
  @Column({ type: 'uuid', nullable: true }) payment_id!: string | null;
  @Column({ type: 'text', nullable: true }) checkout_url!: string | null;
  /** The seller's reason for a grant. */
  @Column({ type: 'text', nullable: true }) note!: string | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Moment({ nullable: true }) completed_at!: Date | null;
  @Moment({ nullable: true }) refunded_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** An item as it was at the checkout. */
@Entity({ schema: 'ext_bundles', name: 'purchase_items' })
@Check('purchase_items_item_type_check', `item_type IN ('course', 'product')`)
@Check('purchase_items_state_check', `state IN ('included', 'owned', 'granted', 'revoked')`)
@Index('purchase_items_once', ['purchase_id', 'item_type', 'item_id'], { unique: true })
export class BundlePurchaseItem {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => BundlePurchase, { onDelete: 'CASCADE' }) purchase_id!: string;
  @Choice(ITEM_TYPES) item_type!: ItemType;
  @Column({ type: 'uuid' }) item_id!: string;
  @Column({ type: 'uuid', nullable: true }) variant_id!: string | null;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'int' }) value_minor!: number;
  /** Its share of the amount. */
  @Column({ type: 'int' }) allocated_minor!: number;
  @Choice(ITEM_STATES) state!: ItemState;
  @UpdatedAt() changed_at!: Date;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
