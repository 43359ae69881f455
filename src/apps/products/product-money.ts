import { applyDecorators } from '@nestjs/common';
import { IsNumber, Max, Min } from 'class-validator';
import { invalid, Refusal } from '../../platform/http/refusal.js';
import { decimal, minorUnits } from '../../platform/money/money.js';

/** Of a price as of a whole order: more than that the processor does not take. */
export const MOST = 999_999.99;
/** Less than that is not worth a payment, and the processor would refuse it. */
const LEAST_MINOR = 50;

/** A price in a body, which may be 0. How many decimals it may have depends on a currency that is known later. */
export const Price = () => applyDecorators(IsNumber(), Min(0), Max(MOST));

/** In minor units, as rows have it. */
export function priceMinor(price: number, currency: string): number {
  const minor = minorOf('price', price, currency);
  if (minor > 0 && minor < LEAST_MINOR) throw new Refusal(400, 'Price must be 0 or at least 0.50');
  return minor;
}

export function minorOf(field: string, amount: number, currency: string): number {
  const minor = minorUnits(amount, currency);
  if (minor !== undefined) return Number(minor);
  throw invalid({ field, message: `${field} must have no more decimals than its currency has` });
}

export const money = (minor: number, currency: string) => decimal(BigInt(minor), currency);

export interface Reduction {
  percent_bp: number | null;
  amount_minor: number | null;
}

export interface Sum {
  discount: number;
  shipping: number;
  total: number;
}

/** Shipping is added after the discount; too little to be paid is nothing. */
export function sumOf(gross: number, shipping: number, coupon?: Reduction): Sum {
  const discount = coupon ? reductionOf(gross, coupon) : 0;
  const total = gross - discount + shipping;
  return total < LEAST_MINOR ? { discount: gross, shipping: 0, total: 0 } : { discount, shipping, total };
}

function reductionOf(gross: number, { percent_bp, amount_minor }: Reduction): number {
  if (amount_minor !== null) return Math.min(amount_minor, gross);
  return Number((BigInt(gross) * BigInt(percent_bp ?? 0)) / 10_000n);
}
