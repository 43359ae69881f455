import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { BENEFIT_KINDS, type BenefitKind, type Interval, INTERVALS, Plan } from './plan.entity.js';

export const STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'paused', 'canceled', 'expired'] as const;
export type Status = (typeof STATUSES)[number];
export const LIVE: readonly Status[] = ['trialing', 'active', 'past_due', 'paused'];
export const SOURCES = ['purchase', 'grant'] as const;
export const ACTORS = ['subscriber', 'seller', 'system'] as const;
export type Actor = (typeof ACTORS)[number];

@Entity({ schema: 'ext_subscriptions', name: 'subscriptions' })
@Check(
  'subscriptions_status_check',
  `status IN ('incomplete', 'trialing', 'active', 'past_due', 'paused', 'canceled', 'expired')`,
)
@Check('subscriptions_source_check', `source IN ('purchase', 'grant')`)
@Check('subscriptions_canceled_by_check', `canceled_by IN ('subscriber', 'seller', 'system')`)
@Check('subscriptions_credit_minor_check', 'credit_minor >= 0')
@Index('subscriptions_once', ['plan_id', 'owner_id'], {
  unique: true,
  where: `status IN ('incomplete', 'trialing', 'active', 'past_due', 'paused')`,
})
@Index('subscriptions_of_owner', ['owner_id'])
@Index('subscriptions_due', ['period_end', 'id'], { where: `status IN ('trialing', 'active')` })
@Index('subscriptions_in_grace', ['grace_until'], { where: `status = 'past_due'` })
@Index('subscriptions_resuming', ['resumes_at'], { where: `status = 'paused'` })
@Index('subscriptions_trials', ['seller_id', 'trial_ends_at'], { where: 'trial_ends_at IS NOT NULL' })
// Descending: made by hand in the migrations.
@Index('subscriptions_of_seller', { synchronize: false })
@Index('subscriptions_of_seller_newest', { synchronize: false })
export class Subscription {
  @Id() id!: string;
  /** The subscriber. */
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  /** Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  seller_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey(() => Plan, { onDelete: 'CASCADE' }) plan_id!: string;
  @Choice(STATUSES) status!: Status;
  @Choice(SOURCES, { default: 'purchase' }) source!: (typeof SOURCES)[number];
  /** As agreed. */
  @Column({ type: 'int' }) price_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Choice(INTERVALS) interval!: Interval;
  @Column({ type: 'int' }) interval_count!: number;
  @Column({ type: 'smallint' }) anchor_day!: number;
  @Moment({ nullable: true }) period_start!: Date | null;
  @Moment({ nullable: true }) period_end!: Date | null;
  @Moment({ nullable: true }) trial_ends_at!: Date | null;
  /** The period after the trial was paid for, or cost nothing. */
  @Column({ type: 'boolean', default: false }) trial_paid!: boolean;
  @Moment({ nullable: true }) grace_until!: Date | null;
  @Column({ type: 'boolean', default: false }) cancel_at_period_end!: boolean;
  @Column({ type: 'text', nullable: true }) cancel_reason!: string | null;
  @Column({ type: 'text', nullable: true }) cancel_comment!: string | null;
  @Choice(ACTORS, { nullable: true }) canceled_by!: Actor | null;
  /** From the next period on. */
  @Column({ type: 'uuid', nullable: true }) pending_plan_id!: string | null;
  /** The price of the pending plan, as it was when the change was agreed. */
  @Column({ type: 'int', nullable: true }) pending_price_minor!: number | null;
  @Column({ type: 'int', nullable: true }) next_price_minor!: number | null;
  /** The first period that costs the next price begins then or later. */
  @Moment({ nullable: true }) next_price_from!: Date | null;
  @Column({ type: 'int', default: 0 }) credit_minor!: number;
  @Moment({ nullable: true }) paused_at!: Date | null;
  @Moment({ nullable: true }) resumes_at!: Date | null;
  @Column({ type: 'int', nullable: true }) pause_left_seconds!: number | null;
  @Column({ type: 'uuid', nullable: true }) coupon_id!: string | null;
  /** Null with a coupon: for every period. */
  @Column({ type: 'int', nullable: true }) coupon_periods_left!: number | null;
  /** The terms of the coupon as agreed: the coupon itself may change. */
  @Column({ type: 'int', nullable: true }) coupon_percent_bp!: number | null;
  @Column({ type: 'int', nullable: true }) coupon_amount_minor!: number | null;
  @Column({ type: 'uuid', nullable: true }) affiliate_id!: string | null;
  @Column({ type: 'int', default: 0 }) payments_count!: number;
  @Moment({ nullable: true }) started_at!: Date | null;
  @Moment({ nullable: true }) ended_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** The target of actions on a subscription. */
export const SUBSCRIPTION = { entity: Subscription, by: 'subscription_id' };
export const PARTIES = ['owner_id', 'seller_id'];

export const isLive = ({ status }: Pick<Subscription, 'status'>) => LIVE.includes(status);
export const hasEnded = ({ status }: Pick<Subscription, 'status'>) => status === 'canceled' || status === 'expired';

@Entity({ schema: 'ext_subscriptions', name: 'subscription_benefits' })
@Check('subscription_benefits_kind_check', `kind IN ('perk', 'course', 'product')`)
@Index('subscription_benefits_of_subscription', ['subscription_id'])
@Index('subscription_benefits_ref', ['ref_id'], { where: 'ended_at IS NULL' })
@Index('subscription_benefits_key', ['key'], { where: 'ended_at IS NULL' })
@Index('subscription_benefits_ending', ['ends_at'], { where: 'ended_at IS NULL AND ends_at IS NOT NULL' })
export class SubscriptionBenefit {
  @Id() id!: string;
  @Column({ type: 'uuid' })
  @ForeignKey(() => Subscription, { onDelete: 'CASCADE' })
  subscription_id!: string;
  @Choice(BENEFIT_KINDS) kind!: BenefitKind;
  @Column({ type: 'text', nullable: true }) key!: string | null;
  @Column({ type: 'uuid', nullable: true }) ref_id!: string | null;
  /** The plan has it no more. */
  @Moment({ nullable: true }) ends_at!: Date | null;
  @Moment({ nullable: true }) ended_at!: Date | null;
  @CreatedAt() created_at!: Date;
}

export const CHARGE_KINDS = ['initial', 'renewal', 'upgrade'] as const;
export const CHARGE_STATUSES = ['open', 'paid', 'void', 'refunded', 'needs_attention'] as const;

@Entity({ schema: 'ext_subscriptions', name: 'charges' })
@Check('charges_kind_check', `kind IN ('initial', 'renewal', 'upgrade')`)
@Check('charges_status_check', `status IN ('open', 'paid', 'void', 'refunded', 'needs_attention')`)
@Index('charges_payment', ['payment_id'], { unique: true })
@Index('charges_open_once', ['subscription_id'], { unique: true, where: `status = 'open'` })
@Index('charges_paid_once', ['subscription_id', 'period_start'], {
  unique: true,
  where: `status = 'paid' AND kind = 'renewal'`,
})
@Index('charges_of_owner', ['owner_id', 'created_at'])
@Index('charges_of_subscription', ['subscription_id', 'created_at'])
@Index('charges_due', ['due_at', 'id'], { where: `status = 'open'` })
@Index('charges_checkouts', ['checkout_expires_at'], { where: `status = 'open'` })
@Index('charges_of_seller', ['seller_id', 'paid_at'])
@Index('charges_due_of_seller', ['seller_id', 'due_at'], { where: `kind = 'renewal'` })
export class Charge {
  @Id() id!: string;
  /** The subscriber. A charge is kept for the books when the account is deleted. */
  @Column({ type: 'uuid' }) owner_id!: string;
  /** Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  seller_id!: string | null;
  /** Null: the account of the subscriber is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Subscription, { onDelete: 'SET NULL' })
  subscription_id!: string | null;
  /** The plan that is paid for. */
  @Column({ type: 'uuid' }) plan_id!: string;
  @Choice(CHARGE_KINDS) kind!: (typeof CHARGE_KINDS)[number];
  @Moment() period_start!: Date;
  @Moment() period_end!: Date;
  @Column({ type: 'int' }) list_minor!: number;
  @Column({ type: 'int' }) discount_minor!: number;
  @Column({ type: 'int' }) credit_minor!: number;
  @Column({ type: 'int' }) amount_minor!: number;
  @Column({ type: 'int', default: 0 }) refunded_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Choice(CHARGE_STATUSES) status!: (typeof CHARGE_STATUSES)[number];
  /** Null: nobody has asked for a page yet, or nothing was to be paid. */
  @Column({ type: 'uuid', nullable: true }) payment_id!: string | null;
  @Column({ type: 'text', nullable: true }) checkout_url!: string | null;
  /** Which reminders were sent. */
  @Column({ type: 'text', array: true, default: '{}' }) reminders!: string[];
  @Moment() due_at!: Date;
  @Moment({ nullable: true }) checkout_expires_at!: Date | null;
  /** Its unused time has become credit of a later charge. */
  @Moment({ nullable: true }) credited_at!: Date | null;
  @Moment({ nullable: true }) paid_at!: Date | null;
  @Moment({ nullable: true }) refunded_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** Who has had a trial of which seller. */
@Entity({ schema: 'ext_subscriptions', name: 'trials_used' })
@Index('trials_used_once', ['seller_id', 'owner_id'], { unique: true })
@Index('trials_used_of_owner', ['owner_id'])
export class TrialUsed {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) seller_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_subscriptions', name: 'history' })
@Check('history_actor_check', `actor IN ('subscriber', 'seller', 'system')`)
@Index('history_of_subscription', ['subscription_id', 'created_at'])
export class HistoryEntry {
  @Id() id!: string;
  @Column({ type: 'uuid' })
  @ForeignKey(() => Subscription, { onDelete: 'CASCADE' })
  subscription_id!: string;
  @Column({ type: 'text' }) type!: string;
  @Choice(ACTORS) actor!: Actor;
  @Column({ type: 'jsonb', default: {} }) data!: object;
  @CreatedAt() created_at!: Date;
}
