import { AppProvider } from '../../kernel/app-provider.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import type { ProductVariant } from '../entities/product-variant.entity.js';
import type { Product } from '../entities/product.entity.js';
import { priceMinor } from '../../kernel/selling/prices.js';
import { ProductRepository } from './product.repository.js';
import { stockAfter } from './stock-after.js';
import { VariantRepository } from './variant.repository.js';

const VARIANTS = 100;

export interface VariantWishes {
  sku: string;
  name?: string;
  price?: number | null;
  stock_delta?: number | null;
  active?: boolean;
  position?: number;
}

/** The variants of a product that is locked: switched off, and never gone, because orders name them. */
@AppProvider()
export class SetVariants {
  constructor(
    private readonly variants: VariantRepository,
    private readonly products: ProductRepository,
  ) {}

  async run(product: Product, { sku, stock_delta, price, active, ...given }: VariantWishes): Promise<ProductVariant> {
    const all = await this.variants.ofProduct(product.id);
    const before = all.find((variant) => variant.sku === sku);
    const priced = typeof price === 'number' ? priceMinor(price, product.currency) : price;
    const name = given.name ?? before?.name;
    if (name === undefined) throw invalid({ field: 'name', message: 'name is needed for a new variant' });
    if (!before && all.length >= VARIANTS) throw new Refusal(409, 'Variant limit reached');

    // The first one has what there was of the product.
    const had = before ?? { stock: all.length ? null : product.stock };
    const values = {
      name,
      active,
      position: given.position ?? before?.position ?? Math.max(-1, ...all.map((one) => one.position)) + 1,
      ...(priced !== undefined && { price_minor: priced }),
      stock: stockAfter(had.stock, stock_delta),
    };
    if (before) await this.variants.update(before.id, values);
    else {
      await this.variants.insert({ ...values, product_id: product.id, sku });
      if (product.stock !== null) await this.products.update(product.id, { stock: null });
    }
    await this.products.reprice(product.id);
    return (await this.variants.bySku(product.id, sku)) as ProductVariant;
  }
}
