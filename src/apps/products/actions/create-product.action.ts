import { IsIn, IsInt, Max, Min } from 'class-validator';
import { Nested, Nullable, Optional, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ChangeProduct } from '../catalogue/change-product.js';
import { MOST_STOCK, ProductFields } from '../catalogue/product.inputs.js';
import { KINDS, type Product } from '../entities/product.entity.js';
import { ProductsPresenter } from '../products.presenter.js';
import { ProductsSettings } from '../products.settings.js';
import { ProductView } from '../products.views.js';

class Input extends ProductFields {
  @Written(1, 200) title!: string;
  @IsIn(KINDS) kind!: Product['kind'];
  @Optional() @Nullable() @IsInt() @Min(0) @Max(MOST_STOCK) stock?: number | null;
}

class Result {
  @Nested(() => ProductView) product!: ProductView;
}

@Action('create-product', {
  access: 'authenticated',
  changes: true,
  about: 'product',
  description: 'Makes a draft of a product.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Price must be 0 or at least {least}',
      'Suggested price is below the minimum',
      'Only physical products ship',
      'Only digital products have license keys',
    ],
    404: ['Category not found'],
    409: ['Product limit reached'],
  },
})
export class CreateProduct {
  constructor(
    private readonly change: ChangeProduct,
    private readonly settings: AppSettings,
    private readonly presenter: ProductsPresenter,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { default_currency } = await this.settings.of(ProductsSettings, caller.id);
    const product = await this.change.create(caller.id, input, default_currency);
    return { product: this.presenter.product(product) };
  }
}
