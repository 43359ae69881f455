import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Chars, Nested, Nullable, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MOST_STOCK } from '../catalogue/product.inputs.js';
import { SetVariants } from '../catalogue/set-variants.js';
import type { Product } from '../entities/product.entity.js';
import { Price } from '../../kernel/selling/prices.js';
import { presentVariant } from '../products.presenter.js';
import { VariantView } from '../products.views.js';
import { PRODUCT } from '../targets.js';

class Input {
  @Uuid() product_id!: string;
  @Chars(1, 64) sku!: string;
  @Optional() @Written(1, 120) name?: string;
  @Optional() @Nullable() @Price() price?: number | null;
  @Optional() @Nullable() @IsInt() @Min(-MOST_STOCK) @Max(MOST_STOCK) stock_delta?: number | null;
  @Optional() @IsBoolean() active?: boolean;
  @Optional() @IsInt() @Min(0) @Max(10_000) position?: number;
}

class Result {
  @Nested(() => VariantView) variant!: VariantView;
}

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
  constructor(private readonly variants: SetVariants) {}

  async run({ input, target: product }: Call<Input, Product>) {
    return { variant: presentVariant(await this.variants.run(product, input), product.currency) };
  }
}
