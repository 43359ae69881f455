import { present, viewOf } from '../../kernel/rows/view.js';
import { ProductVariant } from '../entities/product.entity.js';

/** The price is null where it is the product's. */
export class VariantView extends viewOf(ProductVariant, { without: ['low_stock_told'] }) {}

export function presentVariant(variant: ProductVariant, currency: string): VariantView {
  const priced = { ...variant, currency };
  return present(VariantView, priced);
}
