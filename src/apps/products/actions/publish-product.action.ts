import { IsBoolean } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import { VariantRepository } from '../catalogue/variant.repository.js';
import { type Product, PRODUCT } from '../entities/product.entity.js';
import { ProductFileRepository } from '../files/product-file.repository.js';
import { ProductsPresenter, ProductView } from '../catalogue/product.views.js';

class Input {
  @Uuid() product_id!: string;
  @Optional() @IsBoolean() published?: boolean;
}

class Result extends answerWith('product', () => ProductView) {}

@Action('publish-product', {
  access: 'owner',
  target: PRODUCT,
  changes: true,
  description: 'Into the catalogue, or back to a draft: buyers keep what they have.',
  input: Input,
  result: Result,
  refuses: {
    409: [
      'Product was removed',
      'Add at least one file first',
      'Describe the product first',
      'Every variant is inactive',
    ],
  },
})
export class PublishProduct {
  constructor(
    private readonly products: ProductRepository,
    private readonly variants: VariantRepository,
    private readonly files: ProductFileRepository,
    private readonly presenter: ProductsPresenter,
  ) {}

  async run({ input: { published = true }, target }: Call<Input, Product>) {
    if (target.status === 'removed') throw new Refusal(409, 'Product was removed');
    if (published) await this.expectReady(target);
    const status = published ? 'published' : 'draft';
    const published_at = published ? (target.published_at ?? new Date()) : target.published_at;
    const isSame = status === target.status;
    const product = isSame ? target : await this.products.change(target.id, { status, published_at });
    return { product: this.presenter.product(product) };
  }

  private async expectReady({ id, kind, license_keys, description }: Product): Promise<void> {
    if (kind === 'digital' && !license_keys && !(await this.files.hasDownload(id)))
      throw new Refusal(409, 'Add at least one file first');
    if (!description.trim()) throw new Refusal(409, 'Describe the product first');
    const variants = await this.variants.ofProduct(id);
    if (variants.length && !variants.some(({ active }) => active)) throw new Refusal(409, 'Every variant is inactive');
  }
}
