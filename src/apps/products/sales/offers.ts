import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import type { ProductCoupon } from '../entities/product-coupon.entity.js';
import type { Product } from '../entities/product.entity.js';
import { minorOf, money } from '../../kernel/selling/prices.js';
import { sumOf } from '../product-money.js';
import { CouponRepository } from './coupon.repository.js';

const NOT_VALID = 'Coupon is not valid';

/** What a product costs. */
@Injectable()
export class Offers {
  constructor(private readonly coupons: CouponRepository) {}

  all(productId: string): Promise<ProductCoupon[]> {
    return this.coupons.all(productId);
  }

  /** `held`: the coupon that his own open checkout has a use of already. */
  async coupon(productId: string, code: string | undefined, held: string | null) {
    const found = code === undefined ? undefined : await this.coupons.usable(productId, code);
    const coupon = found && isLeft(found, held) ? found : undefined;
    if (code !== undefined && !coupon) throw new Refusal(409, NOT_VALID);
    return coupon;
  }

  /** One piece of the cheapest variant, without shipping. */
  async show({ id, currency, from_price }: Product, code: string | undefined) {
    const found = code === undefined ? undefined : await this.coupons.usable(id, code);
    const coupon = found && isLeft(found, null) ? found : undefined;
    const price = minorOf('price', Number(from_price), currency);
    const { discount, total } = sumOf(price, 0, coupon);
    return {
      price: money(price, currency),
      discount: money(discount, currency),
      total: money(total, currency),
      currency,
      coupon_error: code === undefined || coupon ? null : NOT_VALID,
    };
  }
}

const isLeft = ({ id, max_uses, used_count }: ProductCoupon, held: string | null) =>
  max_uses === null || used_count - (held === id ? 1 : 0) < max_uses;
