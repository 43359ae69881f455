import { IsIn, IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Nullable, Optional, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import { valuesOf, MOST_STOCK, ProductFields } from '../catalogue/product.inputs.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { KINDS, type Product } from '../entities/product.entity.js';
import { ProductsPresenter, ProductView } from '../catalogue/product.views.js';
import { ProductsSettings } from '../products.settings.js';

const MOST_PRODUCTS = 1000;
const NEW = { price_minor: 0, suggested_minor: null, shipping_minor: 0, ships_to: [], license_keys: false };

class Input extends ProductFields {
  @Written(1, 200) title!: string;
  @IsIn(KINDS) kind!: Product['kind'];
  @Optional() @Nullable() @IsInt() @Min(0) @Max(MOST_STOCK) stock?: number | null;
}

class Result extends answerWith('product', () => ProductView) {}

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
    private readonly products: ProductRepository,
    private readonly settings: AppSettings,
    private readonly presenter: ProductsPresenter,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { default_currency } = await this.settings.of(ProductsSettings, caller.id);
    const { kind, stock = null, ...fields } = input;
    const values = valuesOf(fields, { ...NEW, kind, currency: default_currency.toLowerCase() });
    await this.products.checkCategory(fields.category_id);
    await this.products.lockOwner(caller.id);
    if ((await this.products.countOpen(caller.id)) >= MOST_PRODUCTS) throw new Refusal(409, 'Product limit reached');
    const { id } = await this.products.insert({ ...values, owner_id: caller.id, kind, stock });
    return { product: this.presenter.product(await this.products.reprice(id)) };
  }
}
