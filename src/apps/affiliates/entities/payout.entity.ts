import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Affiliate } from './affiliate.entity.js';
import { Commission } from './commission.entity.js';

export const METHODS = ['platform', 'manual'] as const;
export const PAYOUT_STATUSES = ['pending', 'paid', 'expired', 'reversed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

@Entity({ schema: 'ext_affiliates', name: 'payouts' })
@Check('payouts_amount_minor_check', 'amount_minor > 0')
@Check('payouts_method_check', `method IN ('platform', 'manual')`)
@Check('payouts_status_check', `status IN ('pending', 'paid', 'expired', 'reversed')`)
@Unique('payouts_payment_id_key', ['payment_id'])
@Index('payouts_pending_once', ['affiliate_id', 'currency'], { unique: true, where: `status = 'pending'` })
@Index('payouts_expiring', ['expires_at'], { where: `status = 'pending'` })
@Index('payouts_of_affiliate', ['affiliate_id'])
@Index('payouts_of_owner', ['owner_id', 'created_at', 'id'])
@Index('payouts_of_merchant', ['merchant_id', 'created_at', 'id'])
export class Payout {
  @Id() id!: string;
  /** The affiliate's user. Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  owner_id!: string | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  merchant_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey(() => Affiliate, { onDelete: 'CASCADE' }) affiliate_id!: string;
  @Column({ type: 'int' }) amount_minor!: number;
  /** What the processor has given back to the merchant so far. */
  @Column({ type: 'int', default: 0 }) refunded_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Choice(METHODS) method!: (typeof METHODS)[number];
  @Choice(PAYOUT_STATUSES) status!: PayoutStatus;
  @Column({ type: 'uuid', nullable: true }) payment_id!: string | null;
  @Column({ type: 'text', nullable: true }) checkout_url!: string | null;
  @Column({ type: 'text', nullable: true }) reference!: string | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Moment({ nullable: true }) paid_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_affiliates', name: 'payout_items' })
@Unique('payout_items_payout_id_commission_id_key', ['payout_id', 'commission_id'])
@Index('payout_items_of_commission', ['commission_id'])
export class PayoutItem {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Payout, { onDelete: 'CASCADE' }) payout_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Commission, { onDelete: 'CASCADE' }) commission_id!: string;
  @Column({ type: 'int' }) amount_minor!: number;
  @CreatedAt() created_at!: Date;
}
