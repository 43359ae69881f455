import { IsInt } from 'class-validator';
import { Nested, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ChangeProduct } from '../catalogue/change-product.js';
import { ProductChanges } from '../catalogue/product.inputs.js';
import type { Product } from '../entities/product.entity.js';
import { ProductsPresenter } from '../products.presenter.js';
import { ProductView } from '../products.views.js';
import { PRODUCT } from '../targets.js';

class Input extends ProductChanges {
  @Uuid() product_id!: string;
}

class Result {
  @Nested(() => ProductView) product!: ProductView;
  /** How many buyers are to hear of it. */
  @IsInt() notified!: number;
}

@Action('update-product', {
  access: 'owner',
  target: PRODUCT,
  changes: true,
  description: 'Changes what is given; stock by what comes or goes, so that no sale is overwritten.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Price must be 0 or at least {least}',
      'Suggested price is below the minimum',
      'Only physical products ship',
      'Only digital products have license keys',
    ],
    404: ['Category not found', 'File not found'],
    409: [
      'Product was removed',
      'Stock cannot go below 0',
      'Stock is kept per variant',
      'Currency is fixed after the first sale',
      'Buyers were notified less than 24 hours ago',
    ],
  },
})
export class UpdateProduct {
  constructor(
    private readonly change: ChangeProduct,
    private readonly presenter: ProductsPresenter,
  ) {}

  async run({ input, target }: Call<Input, Product>) {
    const { product, notified } = await this.change.update(target, input);
    return { product: this.presenter.product(product), notified };
  }
}
