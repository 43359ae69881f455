import type { Coupon } from '../kernel/selling/coupon.entity.js';
import { leastPayment } from '../../platform/money/money.js';
import { reductionOf } from '../kernel/selling/prices.js';

/** What is left to pay and what is not; too little to be paid is nothing. */
export function reduced(list: number, currency: string, coupon?: Coupon): { discount: number; total: number } {
  const left = list - reductionOf(list, coupon);
  const total = left < leastPayment(currency) ? 0 : left;
  return { discount: list - total, total };
}
