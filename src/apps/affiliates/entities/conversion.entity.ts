import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Affiliate } from './affiliate.entity.js';
import { Program } from './program.entity.js';

export const MATCHED_BY = ['click', 'code', 'api'] as const;
export const SOURCES = ['platform', 'external'] as const;
export const CONVERSION_STATUSES = ['live', 'reversed'] as const;

@Entity({ schema: 'ext_affiliates', name: 'conversions' })
@Check('conversions_matched_by_check', `matched_by IN ('click', 'code', 'api')`)
@Check('conversions_source_check', `source IN ('platform', 'external')`)
@Check('conversions_status_check', `status IN ('live', 'reversed')`)
@Check('conversions_refunded_minor_check', 'refunded_minor BETWEEN 0 AND amount_minor')
@Index('conversions_payment', ['payment_id'], { unique: true, where: 'payment_id IS NOT NULL' })
@Index('conversions_external', ['program_id', 'external_id'], { unique: true, where: 'external_id IS NOT NULL' })
@Index('conversions_of_affiliate', ['affiliate_id', 'occurred_at'])
// With more columns: made by hand in the migration.
@Index('conversions_of_program', { synchronize: false })
@Index('conversions_of_click', ['click_id'], { where: 'click_id IS NOT NULL' })
export class Conversion {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Program, { onDelete: 'CASCADE' }) program_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Affiliate, { onDelete: 'CASCADE' }) affiliate_id!: string;
  @Column({ type: 'uuid', nullable: true }) click_id!: string | null;
  @Choice(MATCHED_BY) matched_by!: (typeof MATCHED_BY)[number];
  @Choice(SOURCES) source!: (typeof SOURCES)[number];
  @Column({ type: 'text', nullable: true }) app_slug!: string | null;
  @Column({ type: 'uuid', nullable: true }) item_id!: string | null;
  @Column({ type: 'text', nullable: true }) reference_type!: string | null;
  @Column({ type: 'uuid', nullable: true }) reference_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) payment_id!: string | null;
  @Column({ type: 'text', nullable: true }) external_id!: string | null;
  /** Kept for the books when the account is deleted. */
  @Column({ type: 'uuid', nullable: true }) buyer_id!: string | null;
  @Column({ type: 'int', default: 1 }) payment_number!: number;
  @Column({ type: 'int' }) amount_minor!: number;
  @Column({ type: 'int', default: 0 }) refunded_minor!: number;
  /** The commission of the whole amount, as it was first earned. */
  @Column({ type: 'int', default: 0 }) earned_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  /** As applied; null where the commission is a fixed amount, or there is none. */
  @Column({ type: 'int', nullable: true }) rate_bp!: number | null;
  @Choice(CONVERSION_STATUSES, { default: 'live' }) status!: (typeof CONVERSION_STATUSES)[number];
  @Moment() occurred_at!: Date;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
