import { IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CouponWishes, presentCoupon } from '../../kernel/selling/coupon.views.js';
import { setCoupon } from '../../kernel/selling/set-coupon.js';
import { type Plan, PLAN } from '../entities/plan.entity.js';
import { CouponRepository } from '../plans/coupon.repository.js';
import { CouponView } from '../plans/plan.views.js';

class Input extends CouponWishes {
  @Uuid() plan_id!: string;
  /** For how many periods; null: for every one. */
  @Optional() @Nullable() @IsInt() @Min(1) @Max(36) periods?: number | null;
}

class Result extends answerWith('coupon', () => CouponView) {}

@Action('set-coupon', {
  access: 'owner',
  target: PLAN,
  changes: true,
  description: 'Makes the coupon of this code, or changes it. Subscriptions that hold it keep their terms.',
  input: Input,
  result: Result,
  refuses: { 400: ['Give percent_off or amount_off'], 409: ['Coupon limit reached'] },
})
export class SetCoupon {
  constructor(private readonly coupons: CouponRepository) {}

  async run({ input, target: plan }: Call<Input, Plan>) {
    const coupon = await setCoupon(this.coupons, plan, input);
    const { periods = coupon.periods } = input;
    if (periods !== coupon.periods) await this.coupons.setPeriods(coupon.id, periods);
    return { coupon: presentCoupon({ ...coupon, periods }, plan.currency) };
  }
}
