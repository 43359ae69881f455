import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { DayFigures } from '../../../web-events/counted-event.entity.js';
import { Choice } from '../../kernel/rows/columns.js';

export const PROGRAM_STATUSES = ['active', 'paused', 'closed'] as const;
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number];
export const COMMISSION_TYPES = ['percent', 'fixed'] as const;
export const SCOPES = ['all', 'items'] as const;
export const SELLING_APPS = ['products', 'courses', 'bundles', 'subscriptions'] as const;
export type SellingApp = (typeof SELLING_APPS)[number];

@Entity({ schema: 'ext_affiliates', name: 'programs' })
@Check('programs_status_check', `status IN ('active', 'paused', 'closed')`)
@Check('programs_commission_type_check', `commission_type IN ('percent', 'fixed')`)
@Check('programs_scope_check', `scope IN ('all', 'items')`)
@Check('programs_percent_bp_check', 'percent_bp BETWEEN 1 AND 9000')
@Check('programs_fixed_minor_check', 'fixed_minor > 0')
@Check('programs_recurring_payments_check', 'recurring_payments BETWEEN 0 AND 120')
@Check('programs_attribution_days_check', 'attribution_days BETWEEN 1 AND 365')
@Check('programs_hold_days_check', 'hold_days BETWEEN 0 AND 180')
@Check(
  'programs_commission_check',
  `(percent_bp IS NOT NULL) = (commission_type = 'percent') AND (fixed_minor IS NOT NULL) = (commission_type = 'fixed')`,
)
@Index('programs_of_owner', ['owner_id', 'status'])
@Index('programs_newest', ['created_at', 'id'])
@Index('programs_directory', ['created_at'], { where: `listed AND status = 'active'` })
export class Program {
  @Id() id!: string;
  /** The merchant. Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  owner_id!: string | null;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', default: '' }) description!: string;
  @Choice(PROGRAM_STATUSES, { default: 'active' }) status!: ProgramStatus;
  @Choice(COMMISSION_TYPES) commission_type!: (typeof COMMISSION_TYPES)[number];
  @Column({ type: 'int', nullable: true }) percent_bp!: number | null;
  @Column({ type: 'int', nullable: true }) fixed_minor!: number | null;
  /** Of `fixed_minor` and `min_payout_minor`. */
  @Column({ type: 'char', length: 3, default: 'usd' }) currency!: string;
  /** How many payments of one subscription earn; 0: all. */
  @Column({ type: 'int', default: 1 }) recurring_payments!: number;
  @Column({ type: 'int', default: 30 }) attribution_days!: number;
  @Column({ type: 'int', default: 30 }) hold_days!: number;
  @Column({ type: 'boolean', default: false }) auto_approve_affiliates!: boolean;
  @Column({ type: 'boolean', default: true }) codes_without_click!: boolean;
  @Column({ type: 'int', default: 0 }) min_payout_minor!: number;
  @Column({ type: 'text' }) landing_url!: string;
  @Column({ type: 'text', default: '' }) terms!: string;
  @Choice(SCOPES, { default: 'all' }) scope!: (typeof SCOPES)[number];
  @Column({ type: 'boolean', default: true }) listed!: boolean;
  /** The last affiliate who was notified that the program is closed. */
  @Column({ type: 'uuid', nullable: true }) told_through!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const PROGRAM = { entity: Program, by: 'program_id', thing: 'Program' };

@Entity({ schema: 'ext_affiliates', name: 'program_items' })
@Check('program_items_app_slug_check', `app_slug IN ('products', 'courses', 'bundles', 'subscriptions')`)
@Check('program_items_percent_bp_check', 'percent_bp BETWEEN 1 AND 9000')
@Unique('program_items_program_id_app_slug_item_id_key', ['program_id', 'app_slug', 'item_id'])
export class ProgramItem {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Program, { onDelete: 'CASCADE' }) program_id!: string;
  @Choice(SELLING_APPS) app_slug!: SellingApp;
  @Column({ type: 'uuid' }) item_id!: string;
  /** The item's own rate. */
  @Column({ type: 'int', nullable: true }) percent_bp!: number | null;
  @CreatedAt() created_at!: Date;
}

/** The clicks of a whole program by day: statistics do not add up thousands of affiliates. */
@Entity({ schema: 'ext_affiliates', name: 'program_days' })
@Unique('program_days_program_id_day_key', ['program_id', 'day'])
@Index('program_days_day', ['day'])
export class ProgramDay extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Program, { onDelete: 'CASCADE' }) program_id!: string;
  @Column({ type: 'int' }) clicks!: number;
  @Column({ type: 'int' }) visitors!: number;
}
