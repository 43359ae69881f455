import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import { type Product, PRODUCT } from '../entities/product.entity.js';
import { ProductsPresenter, ProductView } from '../catalogue/product.views.js';

class Input {
  @Uuid() product_id!: string;
}

class Result extends answerWith('product', () => ProductView) {}

@Action('archive-product', {
  access: 'owner',
  target: PRODUCT,
  changes: true,
  description: 'Neither listed nor sold any more: buyers keep what they have, and open checkouts are honoured.',
  input: Input,
  result: Result,
  refuses: { 409: ['Product is already archived', 'Product was removed'] },
})
export class ArchiveProduct {
  constructor(
    private readonly products: ProductRepository,
    private readonly presenter: ProductsPresenter,
  ) {}

  async run({ target: { id, status } }: Call<Input, Product>) {
    if (status === 'archived') throw new Refusal(409, 'Product is already archived');
    if (status === 'removed') throw new Refusal(409, 'Product was removed');
    return { product: this.presenter.product(await this.products.change(id, { status: 'archived' })) };
  }
}
