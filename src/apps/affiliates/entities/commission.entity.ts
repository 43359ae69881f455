import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Affiliate } from './affiliate.entity.js';
import { Conversion } from './conversion.entity.js';

export const COMMISSION_STATUSES = ['pending', 'approved', 'rejected', 'reversed', 'paid'] as const;
export type CommissionStatus = (typeof COMMISSION_STATUSES)[number];
export const KINDS = ['earning', 'adjustment'] as const;

@Entity({ schema: 'ext_affiliates', name: 'commissions' })
@Check('commissions_kind_check', `kind IN ('earning', 'adjustment')`)
@Check('commissions_status_check', `status IN ('pending', 'approved', 'rejected', 'reversed', 'paid')`)
@Index('commissions_earning', ['conversion_id'], { unique: true, where: `kind = 'earning'` })
@Index('commissions_of_conversion', ['conversion_id'])
@Index('commissions_of_affiliate', ['affiliate_id', 'status'])
@Index('commissions_of_owner', ['owner_id', 'created_at', 'id'])
@Index('commissions_of_merchant', ['merchant_id', 'created_at', 'id'])
// With more columns: made by hand in the migration.
@Index('commissions_of_merchant_sold', { synchronize: false })
@Index('commissions_due', ['payable_at'], { where: `status = 'pending'` })
@Index('commissions_of_payout', ['payout_id'], { where: 'payout_id IS NOT NULL' })
@Index('commissions_unannounced', ['owner_id'], { where: 'announced_at IS NULL' })
export class Commission {
  @Id() id!: string;
  /** The affiliate's user. Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  owner_id!: string | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  merchant_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey(() => Affiliate, { onDelete: 'CASCADE' }) affiliate_id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Conversion, { onDelete: 'CASCADE' })
  conversion_id!: string | null;
  @Choice(KINDS) kind!: (typeof KINDS)[number];
  /** Negative where an adjustment takes something back. */
  @Column({ type: 'int' }) amount_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Choice(COMMISSION_STATUSES) status!: CommissionStatus;
  @Moment() payable_at!: Date;
  @Column({ type: 'uuid', nullable: true }) payout_id!: string | null;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  /** When the sale has happened; of what has none, when the row was made. Set by a trigger. */
  @Moment({ default: () => 'now()' }) sold_at!: Date;
  @Moment({ nullable: true }) approved_at!: Date | null;
  @Moment({ nullable: true }) paid_at!: Date | null;
  /** When the affiliate was notified of it, or would have been. Null: the daily digest has to. */
  @Moment({ nullable: true }) announced_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
