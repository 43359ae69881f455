import { IsBoolean, IsInt, IsNumber, Matches, Max, Min } from 'class-validator';
import { Instant, Nested, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Amount } from '../../../platform/money/amount.field.js';
import { Action, type Call } from '../../kernel/action.js';
import { presentCoupon } from '../courses.presenter.js';
import { CouponView } from '../courses.views.js';
import type { Course } from '../entities/course.entity.js';
import { SetCoupons } from '../sales/set-coupons.js';
import { COURSE } from '../targets.js';

class Input {
  @Uuid() course_id!: string;
  @Matches(/^[A-Za-z0-9_-]{3,40}$/) code!: string;
  @Optional() @IsNumber({ maxDecimalPlaces: 2 }) @Min(0.01) @Max(100) percent_off?: number;
  @Optional() @Amount() amount_off?: number;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1_000_000) max_uses?: number | null;
  @Optional() @Nullable() @Instant() expires_at?: string | null;
  @Optional() @IsBoolean() active?: boolean;
}

class Result {
  @Nested(() => CouponView) coupon!: CouponView;
}

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
  constructor(private readonly coupons: SetCoupons) {}

  async run({ input, target: course }: Call<Input, Course>) {
    return { coupon: presentCoupon(await this.coupons.run(course, input), course.currency) };
  }
}
