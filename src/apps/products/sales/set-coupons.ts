import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { minorOf } from '../product-money.js';
import type { ProductCoupon } from '../entities/product-coupon.entity.js';
import type { Product } from '../entities/product.entity.js';
import { type CouponChanges, CouponRepository } from './coupon.repository.js';

const COUPONS = 100;

export interface CouponWishes {
  code: string;
  percent_off?: number;
  amount_off?: number;
  max_uses?: number | null;
  expires_at?: string | null;
  active?: boolean;
}

/** A seller's coupons of a product that is locked. */
@Injectable()
export class SetCoupons {
  constructor(private readonly coupons: CouponRepository) {}

  async run(product: Product, wishes: CouponWishes): Promise<ProductCoupon> {
    const { code, percent_off, amount_off } = wishes;
    const before = await this.coupons.find(product.id, code);
    const given = [percent_off, amount_off].filter((one) => one !== undefined).length;
    if (given > 1 || (!given && !before)) throw new Refusal(400, 'Give percent_off or amount_off');
    const values = valuesOf(product, wishes);
    if (before && Object.keys(values).length) await this.coupons.update(before.id, values);
    if (!before && (await this.coupons.countOf(product.id)) >= COUPONS)
      throw new Refusal(409, 'Coupon limit reached');
    if (!before) await this.coupons.insert(product.id, code, values);
    return (await this.coupons.find(product.id, code)) as ProductCoupon;
  }
}

/** A percentage takes the place of an amount, and the other way round. */
function valuesOf({ currency }: Product, wishes: CouponWishes): CouponChanges {
  const { percent_off, amount_off, max_uses, expires_at, active } = wishes;
  return {
    ...(percent_off !== undefined && { percent_bp: Math.round(percent_off * 100), amount_minor: null }),
    ...(amount_off !== undefined && {
      percent_bp: null,
      amount_minor: minorOf('amount_off', amount_off, currency),
    }),
    ...(max_uses !== undefined && { max_uses }),
    ...(expires_at !== undefined && { expires_at: expires_at === null ? null : new Date(expires_at) }),
    ...(active !== undefined && { active }),
  };
}
