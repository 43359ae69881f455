import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Product } from '../entities/product.entity.js';
import { money, priceMinor } from '../../kernel/selling/prices.js';
import { CouponRepository } from '../sales/coupon.repository.js';
import { ProductRepository } from './product.repository.js';
import { VariantRepository } from './variant.repository.js';

/** Before the first sale alone: what is 20 in one currency is 20 in the other, whatever its minor units are. */
@AppProvider()
export class ChangeCurrency {
  constructor(
    private readonly products: ProductRepository,
    private readonly variants: VariantRepository,
    private readonly coupons: CouponRepository,
  ) {}

  async run({ id, currency: before }: Product, currency: string): Promise<void> {
    if (await this.products.isOrdered(id)) throw new Refusal(409, 'Currency is fixed after the first sale');
    const prices = (await this.variants.ofProduct(id)).flatMap(({ id: variantId, price_minor }) =>
      price_minor === null ? [] : { id: variantId, minor: priceMinor(money(price_minor, before), currency) },
    );
    if (prices.length) await this.variants.price(prices);
    await this.coupons.changeCurrency(id, before, currency);
  }
}
