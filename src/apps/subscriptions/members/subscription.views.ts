import { IsIn, IsNumber, IsObject, IsString } from 'class-validator';
import { Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { PersonView } from '../../kernel/rows/person.js';
import { viewOf } from '../../kernel/rows/view.js';
import { Plan } from '../entities/plan.entity.js';
import { Charge, HistoryEntry, Subscription, SubscriptionBenefit } from '../entities/subscription.entity.js';

export class SubscriptionView extends viewOf(Subscription, {
  without: ['coupon_percent_bp', 'coupon_amount_minor', 'trial_paid'],
}) {}

export class ChargeView extends viewOf(Charge, { without: ['credited_at'] }) {}

export class HistoryView extends viewOf(HistoryEntry, { without: ['subscription_id'] }) {
  @IsObject() declare data: object;
}

export class HeldBenefitView extends viewOf(SubscriptionBenefit, { only: ['kind', 'key', 'ref_id', 'ends_at'] }) {
  @Nullable() @IsString() label!: string | null;
}

export class PlanCardView extends viewOf(Plan, {
  only: ['id', 'name', 'status', 'price_minor', 'currency', 'interval', 'interval_count', 'max_pause_days'],
}) {
  @Nullable() @Nested(() => PersonView) seller!: PersonView | null;
}

export const NEXT_ACTIONS = ['renews', 'ends', 'changes_plan', 'none'] as const;

/** What happens at the end of the period. */
export class NextView {
  @IsIn(NEXT_ACTIONS) action!: (typeof NEXT_ACTIONS)[number];
  @IsString() text!: string;
  @Nullable() @IsNumber() amount!: number | null;
  @Nullable() @Uuid() plan_id!: string | null;
  @Nullable() @Time() at!: Date | null;
}

/** A page where something is to be paid; an action adds what it answers where nothing is. */
export class ChargeCheckout {
  @Optional() @IsString() checkout_url?: string;
  @Optional() @Uuid() payment_id?: string;
  @Optional() @Uuid() subscription_id?: string;
  @Optional() @IsNumber() amount?: number;
  @Optional() @IsString() currency?: string;
  @Optional() @Time() period_start?: Date;
  @Optional() @Time() period_end?: Date;
  /** What is taken off for time that was paid before. */
  @Optional() @IsNumber() credit?: number;
  @Optional() @Time() expires_at?: Date;
}

export class SubscriptionOrCheckout extends ChargeCheckout {
  @Optional() @Nested(() => SubscriptionView) subscription?: SubscriptionView;
}
