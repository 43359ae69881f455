import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MOST_STOCK, stockAfter } from '../catalogue/product.inputs.js';
import { type Product, type ProductVariant, PRODUCT } from '../entities/product.entity.js';
import { Price, priceMinor } from '../../kernel/selling/prices.js';
import { presentVariant, VariantView } from '../catalogue/variant.views.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import { VariantRepository } from '../catalogue/variant.repository.js';

const MOST_VARIANTS = 100;

class Input {
  @Uuid() product_id!: string;
  @Chars(1, 64) sku!: string;
  @Optional() @Written(1, 120) name?: string;
  @Optional() @Nullable() @Price() price?: number | null;
  @Optional() @Nullable() @IsInt() @Min(-MOST_STOCK) @Max(MOST_STOCK) stock_delta?: number | null;
  @Optional() @IsBoolean() active?: boolean;
  @Optional() @IsInt() @Min(0) @Max(10_000) position?: number;
}

class Result extends answerWith('variant', () => VariantView) {}

@Action('set-variant', {
  access: 'owner',
  target: PRODUCT,
  changes: true,
  description: "Makes the variant of this sku, or changes it; the first one takes over the product's stock.",
  input: Input,
  result: Result,
  refuses: {
    400: ['Price must be 0 or at least {least}'],
    409: ['Variant limit reached', 'Stock cannot go below 0'],
  },
})
export class SetVariant {
  constructor(
    private readonly variants: VariantRepository,
    private readonly products: ProductRepository,
  ) {}

  async run({ input, target: product }: Call<Input, Product>) {
    return { variant: presentVariant(await this.set(product, input), product.currency) };
  }

  /** Variants are switched off and never deleted, because orders name them. */
  private async set(product: Product, { sku, stock_delta, price, active, ...given }: Input): Promise<ProductVariant> {
    const all = await this.variants.ofProduct(product.id);
    const before = all.find((variant) => variant.sku === sku);
    const priced = typeof price === 'number' ? priceMinor(price, product.currency) : price;
    const name = given.name ?? before?.name;
    if (name === undefined) throw invalid({ field: 'name', message: 'name is needed for a new variant' });
    if (!before && all.length >= MOST_VARIANTS) throw new Refusal(409, 'Variant limit reached');

    // The first one has what there was of the product.
    const had = before ?? { stock: all.length ? null : product.stock };
    const values = {
      name,
      active,
      position: given.position ?? before?.position ?? Math.max(-1, ...all.map((one) => one.position)) + 1,
      ...(priced !== undefined && { price_minor: priced }),
      stock: stockAfter(had.stock, stock_delta),
    };
    if (before) await this.variants.update({ id: before.id }, { ...values, updated_at: NOW });
    else {
      await this.variants.insert({ ...values, product_id: product.id, sku });
      if (product.stock !== null) await this.products.change(product.id, { stock: null });
    }
    await this.products.reprice(product.id);
    return (await this.variants.bySku(product.id, sku)) as ProductVariant;
  }
}
