import { IsInt, IsNumber, IsString } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import { present } from '../../kernel/rows/view.js';
import { presentCoupon } from '../../kernel/selling/coupon.views.js';
import { type Plan, PLAN } from '../entities/plan.entity.js';
import { SubscriptionRepository } from '../members/subscription.repository.js';
import { SubscriptionView } from '../members/subscription.views.js';
import { CouponRepository } from '../plans/coupon.repository.js';
import { PlanOfferService } from '../plans/plan-offer.service.js';
import { PlanBenefitRepository } from '../plans/plan.repository.js';
import { CouponView, PlanView, presentPlan } from '../plans/plan.views.js';

class Input {
  @Uuid() plan_id!: string;
  @Optional() @Chars(1, 100) coupon_code?: string;
}

class OfferView {
  @IsNumber() first_amount!: number;
  /** After the periods with a discount. */
  @IsNumber() then_amount!: number;
  @IsString() currency!: string;
  /** Null: every period. */
  @Nullable() @IsInt() discount_periods!: number | null;
  /** That the caller may still use. */
  @IsInt() trial_days!: number;
  /** Null: no limit. */
  @Nullable() @IsInt() seats_left!: number | null;
  @Nullable() @IsString() coupon_error!: string | null;
}

class Result {
  @Nested(() => PlanView) plan!: PlanView;
  @Nested(() => OfferView) offer!: OfferView;
  /** The caller's live one. */
  @Nullable() @Nested(() => SubscriptionView) subscription!: SubscriptionView | null;
  /** For the owner alone. */
  @Optional() @ListOf(() => CouponView) coupons?: CouponView[];
}

@Action('get-plan', {
  access: 'public',
  target: PLAN,
  description: 'A plan, and what it costs the caller.',
  input: Input,
  result: Result,
})
export class GetPlan {
  constructor(
    private readonly offers: PlanOfferService,
    private readonly benefits: PlanBenefitRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly coupons: CouponRepository,
  ) {}

  prepare(call: EarlyCall<Input>): Promise<void> {
    return this.offers.guardCode(call);
  }

  async run({ input: { coupon_code }, target: plan, caller }: PublicCall<Input, Plan>) {
    const isOwn = (caller !== undefined && caller.id === plan.owner_id) || seesAsAdmin(caller);
    const mine = caller && (await this.subscriptions.liveOf(plan.id, caller.id));
    if (plan.status === 'archived' && !isOwn && !mine) throw notFound('Plan');
    const [benefits, offer, coupons] = await Promise.all([
      this.benefits.of(plan.id),
      this.offers.show(plan, caller?.id, coupon_code),
      isOwn ? this.coupons.all(plan.id) : undefined,
    ]);
    return {
      plan: presentPlan(plan, benefits),
      offer,
      subscription: mine ? present(SubscriptionView, mine) : null,
      ...(coupons && { coupons: coupons.map((coupon) => presentCoupon(coupon, plan.currency)) }),
    };
  }
}
