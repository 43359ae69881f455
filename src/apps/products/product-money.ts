import type { Coupon } from '../kernel/selling/coupon.entity.js';
import { leastPayment } from '../../platform/money/money.js';
import { reductionOf } from '../kernel/selling/prices.js';

export interface Sum {
  discount: number;
  shipping: number;
  total: number;
}

/** Shipping is added after the discount; too little to be paid is nothing. */
export function sumOf(gross: number, shipping: number, currency: string, coupon?: Coupon): Sum {
  const discount = reductionOf(gross, coupon);
  const total = gross - discount + shipping;
  if (total >= leastPayment(currency)) return { discount, shipping, total };
  return { discount: gross, shipping: 0, total: 0 };
}
