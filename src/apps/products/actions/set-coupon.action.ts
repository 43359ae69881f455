import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CouponWishes, presentCoupon } from '../../kernel/selling/coupon.views.js';
import { setCoupon } from '../../kernel/selling/set-coupon.js';
import { CouponRepository } from '../sales/coupon.repository.js';
import { type Product, PRODUCT } from '../entities/product.entity.js';
import { CouponView } from '../sales/coupon.views.js';

class Input extends CouponWishes {
  @Uuid() product_id!: string;
}

class Result extends answerWith('coupon', () => CouponView) {}

@Action('set-coupon', {
  access: 'owner',
  target: PRODUCT,
  changes: true,
  description: 'Makes the coupon of this code, or changes it.',
  input: Input,
  result: Result,
  refuses: { 400: ['Give percent_off or amount_off'], 409: ['Coupon limit reached'] },
})
export class SetCoupon {
  constructor(private readonly coupons: CouponRepository) {}

  async run({ input, target: product }: Call<Input, Product>) {
    return { coupon: presentCoupon(await setCoupon(this.coupons, product, input), product.currency) };
  }
}
