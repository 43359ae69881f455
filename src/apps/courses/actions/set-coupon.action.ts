import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CouponWishes, presentCoupon } from '../../kernel/selling/coupon.views.js';
import { setCoupon } from '../../kernel/selling/set-coupon.js';
import { CouponRepository } from '../orders/coupon.repository.js';
import { CouponView } from '../orders/coupon.views.js';
import { type Course, COURSE } from '../catalogue/course.entity.js';

class Input extends CouponWishes {
  @Uuid() course_id!: string;
}

class Result extends answerWith('coupon', () => CouponView) {}

@Action('set-coupon', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'Makes the coupon of this code, or changes it.',
  input: Input,
  result: Result,
  refuses: { 400: ['Give percent_off or amount_off'], 409: ['Coupon limit reached'] },
})
export class SetCoupon {
  constructor(private readonly coupons: CouponRepository) {}

  async run({ input, target: course }: Call<Input, Course>) {
    return { coupon: presentCoupon(await setCoupon(this.coupons, course, input), course.currency) };
  }
}
