import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';
import { Program } from './program.entity.js';

export const AFFILIATE_STATUSES = ['pending', 'active', 'rejected', 'suspended'] as const;
export type AffiliateStatus = (typeof AFFILIATE_STATUSES)[number];

@Entity({ schema: 'ext_affiliates', name: 'affiliates' })
@Check('affiliates_status_check', `status IN ('pending', 'active', 'rejected', 'suspended')`)
@Check('affiliates_percent_bp_check', 'percent_bp BETWEEN 1 AND 9000')
@Check('affiliates_fixed_minor_check', 'fixed_minor > 0')
@Check('affiliates_rate_check', 'percent_bp IS NULL OR fixed_minor IS NULL')
@Unique('affiliates_program_id_owner_id_key', ['program_id', 'owner_id'])
@Unique('affiliates_code_key', ['code'])
@Index('affiliates_of_owner', ['owner_id', 'created_at', 'id'])
@Index('affiliates_of_program', ['program_id', 'status'])
@Index('affiliates_newest', ['program_id', 'created_at', 'id'])
@Index('affiliates_by_revenue', ['program_id', 'revenue_sum', 'id'])
@Index('affiliates_by_unpaid', ['program_id', 'unpaid_sum', 'id'])
export class Affiliate {
  @Id() id!: string;
  /** Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  owner_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey(() => Program, { onDelete: 'CASCADE' }) program_id!: string;
  @Column({ type: 'text' }) code!: string;
  @Choice(AFFILIATE_STATUSES, { default: 'pending' }) status!: AffiliateStatus;
  /** The affiliate's own rate: one of both, or none. */
  @Column({ type: 'int', nullable: true }) percent_bp!: number | null;
  @Column({ type: 'int', nullable: true }) fixed_minor!: number | null;
  @Column({ type: 'text', default: '' }) application!: string;
  @Column({ type: 'text', nullable: true }) decision_note!: string | null;
  @Moment({ nullable: true }) decided_at!: Date | null;
  /** Of all days that are counted. */
  @Column({ type: 'int', default: 0 }) clicks_count!: number;
  /** Minor units of all currencies together, only to sort by. A trigger writes both. */
  @Whole({ default: 0 }) revenue_sum!: number;
  @Whole({ default: 0 }) unpaid_sum!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const OF_PROGRAM = {
  entity: Affiliate,
  by: 'affiliate_id',
  thing: 'Affiliate',
  via: { entity: Program, by: 'program_id' },
};

/** What conversions and commissions of an affiliate add up to. Triggers of both tables write it. */
@Entity({ schema: 'ext_affiliates', name: 'affiliate_sums' })
@Unique('affiliate_sums_affiliate_id_currency_key', ['affiliate_id', 'currency'])
export class AffiliateSum {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Affiliate, { onDelete: 'CASCADE' }) affiliate_id!: string;
  @Column({ type: 'char', length: 3 }) currency!: string;
  /** Live ones, and what their buyers paid. */
  @Column({ type: 'int', default: 0 }) conversions!: number;
  @Whole({ default: 0 }) revenue_minor!: number;
  @Whole({ default: 0 }) pending_minor!: number;
  /** Approved and in no payout. */
  @Whole({ default: 0 }) payable_minor!: number;
  @Whole({ default: 0 }) in_payout_minor!: number;
  @Whole({ default: 0 }) paid_minor!: number;
  @CreatedAt() created_at!: Date;
}
