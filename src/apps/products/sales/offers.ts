import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { ProductCoupon, Product } from '../entities/product.entity.js';
import { minorOf, money, reductionOf } from '../../kernel/selling/prices.js';
import type { EarlyCall } from '../../kernel/calls/action.js';
import { CouponAttemptsService } from '../../kernel/selling/coupon-attempts.service.js';
import { CouponRepository } from './coupon.repository.js';
import type { Coupon } from '../../kernel/selling/coupon.entity.js';
import { leastPayment } from '../../../platform/money/money.js';

const NOT_VALID = 'Coupon is not valid';

/** What a product costs. */
@AppProvider()
export class Offers {
  constructor(
    private readonly coupons: CouponRepository,
    private readonly attempts: CouponAttemptsService,
  ) {}

  /** Counts a guess at a code before the transaction of the action; refuses the code after too many misses. */
  async guardCode(call: EarlyCall<{ product_id: string; coupon_code?: string }>): Promise<void> {
    const { product_id, coupon_code } = call.input;
    if (coupon_code === undefined) return;
    await this.attempts.guard(call, () => this.coupons.usable(product_id, coupon_code));
  }

  all(productId: string): Promise<ProductCoupon[]> {
    return this.coupons.all(productId);
  }

  /** `held`: the coupon of which the buyer's own open checkout already holds a use. */
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
    const { discount, total } = sumOf(price, 0, currency, coupon);
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
