import type { Coupon } from '../kernel/selling/coupon.entity.js';
import { LEAST_MINOR, reductionOf } from '../kernel/selling/prices.js';

export interface Sum {
  discount: number;
  shipping: number;
  total: number;
}

/** Shipping is added after the discount; too little to be paid is nothing. */
export function sumOf(gross: number, shipping: number, coupon?: Coupon): Sum {
  const discount = reductionOf(gross, coupon);
  const total = gross - discount + shipping;
  return total < LEAST_MINOR ? { discount: gross, shipping: 0, total: 0 } : { discount, shipping, total };
}
