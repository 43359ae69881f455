import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Coupon } from '../../kernel/selling/coupon.entity.js';

export const INTERVALS = ['week', 'month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];
export const PLAN_STATUSES = ['active', 'archived'] as const;

@Entity({ schema: 'ext_subscriptions', name: 'plans' })
@Check('plans_status_check', `status IN ('active', 'archived')`)
@Check('plans_interval_check', `interval IN ('week', 'month', 'year')`)
@Check('plans_price_minor_check', 'price_minor >= 0')
@Check('plans_interval_count_check', 'interval_count BETWEEN 1 AND 12')
@Check('plans_trial_days_check', 'trial_days BETWEEN 0 AND 90')
@Check('plans_grace_days_check', 'grace_days BETWEEN 0 AND 30')
@Check('plans_seats_taken_check', 'seats_taken >= 0')
@Check('plans_max_pause_days_check', 'max_pause_days BETWEEN 0 AND 180')
@Index('plans_of_owner', ['owner_id', 'status'])
// Descending or by words: made by hand in the migration.
@Index('plans_newest', { synchronize: false })
@Index('plans_search', { synchronize: false })
export class Plan {
  @Id() id!: string;
  /** Null: the account of the seller is deleted, and those who have paid keep their time. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  owner_id!: string | null;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', default: '' }) description!: string;
  @Choice(PLAN_STATUSES, { default: 'active' }) status!: (typeof PLAN_STATUSES)[number];
  @Column({ type: 'boolean', default: true }) listed!: boolean;
  @Column({ type: 'int' }) price_minor!: number;
  @Column({ type: 'char', length: 3, default: 'usd' }) currency!: string;
  @Choice(INTERVALS) interval!: Interval;
  @Column({ type: 'int', default: 1 }) interval_count!: number;
  @Column({ type: 'int', default: 0 }) trial_days!: number;
  @Column({ type: 'int', default: 7 }) grace_days!: number;
  @Column({ type: 'int', nullable: true }) max_subscribers!: number | null;
  /** Held by incomplete and live subscriptions. */
  @Column({ type: 'int', default: 0 }) seats_taken!: number;
  /** 0: no pausing. */
  @Column({ type: 'int', default: 0 }) max_pause_days!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** The target of actions on a plan. */
export const PLAN = { entity: Plan, by: 'plan_id' };

export const BENEFIT_KINDS = ['perk', 'course', 'product'] as const;
export type BenefitKind = (typeof BENEFIT_KINDS)[number];

@Entity({ schema: 'ext_subscriptions', name: 'plan_benefits' })
@Check('plan_benefits_kind_check', `kind IN ('perk', 'course', 'product')`)
@Check('plan_benefits_key_check', `(key IS NOT NULL) = (kind = 'perk') AND (ref_id IS NULL) = (kind = 'perk')`)
@Index('plan_benefits_key', ['plan_id', 'key'], { unique: true, where: 'key IS NOT NULL AND removed_at IS NULL' })
@Index('plan_benefits_ref', ['plan_id', 'ref_id'], {
  unique: true,
  where: 'ref_id IS NOT NULL AND removed_at IS NULL',
})
export class PlanBenefit {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Plan, { onDelete: 'CASCADE' }) plan_id!: string;
  @Choice(BENEFIT_KINDS) kind!: BenefitKind;
  /** Of a perk. */
  @Column({ type: 'text', nullable: true }) key!: string | null;
  /** The course or the product. */
  @Column({ type: 'uuid', nullable: true }) ref_id!: string | null;
  @Column({ type: 'text' }) label!: string;
  @Column({ type: 'int' }) position!: number;
  @Moment({ nullable: true }) removed_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_subscriptions', name: 'coupons' })
@Check('coupons_periods_check', 'periods > 0')
@Index('coupons_code', ['plan_id', 'code'], { unique: true })
export class PlanCoupon extends Coupon {
  @Column({ type: 'uuid' }) @ForeignKey(() => Plan, { onDelete: 'CASCADE' }) plan_id!: string;
  /** For how many periods; null: for every one. */
  @Column({ type: 'int', nullable: true }) periods!: number | null;
}
