import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Product } from '../entities/product.entity.js';
import { minorOf, money, priceMinor } from '../product-money.js';
import { CouponRepository } from '../sales/coupon.repository.js';
import { ProductRepository } from './product.repository.js';
import { VariantRepository } from './variant.repository.js';

/** Before the first sale alone: what is 20 in one currency is 20 in the other, whatever its minor units are. */
@Injectable()
export class ChangeCurrency {
  constructor(
    private readonly products: ProductRepository,
    private readonly variants: VariantRepository,
    private readonly coupons: CouponRepository,
  ) {}

  async run({ id, currency: before }: Product, currency: string): Promise<void> {
    if (await this.products.isOrdered(id)) throw new Refusal(409, 'Currency is fixed after the first sale');
    for (const { id: variantId, price_minor } of await this.variants.ofProduct(id)) {
      if (price_minor === null) continue;
      await this.variants.update(variantId, {
        price_minor: priceMinor(money(price_minor, before), currency),
      });
    }
    for (const { id: couponId, amount_minor } of await this.coupons.ofProduct(id)) {
      if (amount_minor === null) continue;
      await this.coupons.update(couponId, {
        amount_minor: minorOf('amount_off', money(amount_minor, before), currency),
      });
    }
  }
}
