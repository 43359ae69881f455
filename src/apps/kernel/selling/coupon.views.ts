import { IsBoolean, IsInt, IsNumber, IsString, Matches, Max, Min } from 'class-validator';
import { Hundredths, Instant, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import type { Coupon } from './coupon.entity.js';
import { AmountOff, money } from './prices.js';

/** What a coupon is made or changed with; an app adds what it is for. */
export class CouponWishes {
  @Matches(/^[A-Za-z0-9_-]{3,40}$/) code!: string;
  @Optional() @Hundredths(0.01, 100) percent_off?: number;
  @Optional() @AmountOff() amount_off?: number;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1_000_000) max_uses?: number | null;
  @Optional() @Nullable() @Instant() expires_at?: string | null;
  @Optional() @IsBoolean() active?: boolean;
}

export class CouponFields {
  @Uuid() id!: string;
  @IsString() code!: string;
  @Nullable() @IsNumber() percent_off!: number | null;
  @Nullable() @IsNumber() amount_off!: number | null;
  @Nullable() @IsInt() max_uses!: number | null;
  @IsInt() used_count!: number;
  @Nullable() @Time() expires_at!: Date | null;
  @IsBoolean() active!: boolean;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

/** With whatever else its row has. */
export function presentCoupon<Row extends Coupon>(coupon: Row, currency: string) {
  const { percent_bp, amount_minor, ...rest } = coupon;
  return {
    ...rest,
    percent_off: percent_bp === null ? null : percent_bp / 100,
    amount_off: amount_minor === null ? null : money(amount_minor, currency),
  };
}
