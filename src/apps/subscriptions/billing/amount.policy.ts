import { leastPayment } from '../../../platform/money/money.js';
import { reductionOf } from '../../kernel/selling/prices.js';
import { secondsBetween } from './period.policy.js';
import type { Charge, Subscription } from '../entities/subscription.entity.js';

export type Amounts = Pick<Charge, 'list_minor' | 'discount_minor' | 'credit_minor' | 'amount_minor'>;

export interface Reduction {
  percent_bp: number | null;
  amount_minor: number | null;
}

/** What is left to pay of a price; too little to be paid is nothing. */
export function amountsOf(price: number, currency: string, reduction?: Reduction, credit = 0): Amounts {
  const discount_minor = reductionOf(price, reduction);
  const credit_minor = Math.min(credit, price - discount_minor);
  const left = price - discount_minor - credit_minor;
  const amount_minor = left < leastPayment(currency) ? 0 : left;
  return { list_minor: price, discount_minor, credit_minor, amount_minor };
}

/** The coupon of a subscription, as it was agreed; undefined: there is none, or its periods are used up. */
export function couponOf(subscription: Subscription): Reduction | undefined {
  const { coupon_id, coupon_periods_left, coupon_percent_bp, coupon_amount_minor } = subscription;
  if (coupon_id === null || coupon_periods_left === 0) return undefined;
  return { percent_bp: coupon_percent_bp, amount_minor: coupon_amount_minor };
}

export type PaidTime = Pick<
  Charge,
  'amount_minor' | 'credit_minor' | 'refunded_minor' | 'period_start' | 'period_end' | 'credited_at'
>;

/** What the unused time of paid charges is worth at a moment, in whole minor units of each. */
export const creditOf = (charges: readonly PaidTime[], at: Date): number =>
  charges.reduce((sum, charge) => sum + creditOfOne(charge, at), 0);

function creditOfOne(charge: PaidTime, at: Date): number {
  const { amount_minor, credit_minor, refunded_minor, period_start, period_end, credited_at } = charge;
  const left = secondsBetween(at > period_start ? at : period_start, period_end);
  const whole = secondsBetween(period_start, period_end);
  if (credited_at !== null || left <= 0) return 0;
  return Number((BigInt(amount_minor - refunded_minor + credit_minor) * BigInt(left)) / BigInt(whole));
}
