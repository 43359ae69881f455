import { applyDecorators } from '@nestjs/common';
import { IsNumber, IsPositive, Max, Min } from 'class-validator';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { decimal, decimalText, leastPayment, minorUnits } from '../../../platform/money/money.js';
import type { Coupon } from './coupon.entity.js';

/** Of a price as of a whole order: more than that the processor does not take. */
export const MOST = 999_999.99;
/** The processor takes no more with one payment, in minor units of any currency. */
export const MOST_MINOR = 99_999_999;

/** A price in a body, which may be 0. How many decimals it may have depends on a currency that is known later. */
export const Price = () => applyDecorators(IsNumber(), Min(0), Max(MOST));
/** What is taken off one. */
export const AmountOff = () => applyDecorators(IsNumber(), IsPositive(), Max(MOST));

/** In minor units, as rows have it. */
export function priceMinor(price: number, currency: string): number {
  const minor = minorOf('price', price, currency);
  const least = leastPayment(currency);
  if (minor === 0 || minor >= least) return minor;
  throw new Refusal(400, `Price must be 0 or at least ${decimalText(BigInt(least), currency)}`);
}

export function minorOf(field: string, amount: number, currency: string): number {
  const minor = minorUnits(amount, currency);
  if (minor !== undefined) return Number(minor);
  throw invalid({ field, message: `${field} must have no more decimals than its currency has` });
}

export const money = (minor: number, currency: string) => decimal(BigInt(minor), currency);

/** What a coupon takes off a sum: its amount as far as that goes, or its part, in whole units. */
export function reductionOf(sum: number, coupon: Pick<Coupon, 'percent_bp' | 'amount_minor'> | undefined): number {
  if (!coupon) return 0;
  const { percent_bp, amount_minor } = coupon;
  if (amount_minor !== null) return Math.min(amount_minor, sum);
  return Number((BigInt(sum) * BigInt(percent_bp ?? 0)) / 10_000n);
}
