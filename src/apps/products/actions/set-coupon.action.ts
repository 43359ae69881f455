import { IsBoolean, IsInt, IsNumber, IsPositive, Matches, Max, Min } from 'class-validator';
import { Instant, Nested, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/action.js';
import type { Product } from '../entities/product.entity.js';
import { MOST } from '../product-money.js';
import { presentCoupon } from '../products.presenter.js';
import { CouponView } from '../products.views.js';
import { SetCoupons } from '../sales/set-coupons.js';
import { PRODUCT } from '../targets.js';

class Input {
  @Uuid() product_id!: string;
  @Matches(/^[A-Za-z0-9_-]{3,40}$/) code!: string;
  @Optional() @IsNumber({ maxDecimalPlaces: 2 }) @Min(0.01) @Max(100) percent_off?: number;
  @Optional() @IsNumber() @IsPositive() @Max(MOST) amount_off?: number;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1_000_000) max_uses?: number | null;
  @Optional() @Nullable() @Instant() expires_at?: string | null;
  @Optional() @IsBoolean() active?: boolean;
}

class Result {
  @Nested(() => CouponView) coupon!: CouponView;
}

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
  constructor(private readonly coupons: SetCoupons) {}

  async run({ input, target: product }: Call<Input, Product>) {
    return { coupon: presentCoupon(await this.coupons.run(product, input), product.currency) };
  }
}
