import { IsInt } from 'class-validator';
import { Nested, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AnnounceUpdate } from '../catalogue/announce-update.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import { valuesOf, ProductChanges, stockAfter } from '../catalogue/product.inputs.js';
import { VariantRepository } from '../catalogue/variant.repository.js';
import { ProductFiles } from '../files/product-files.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Product, PRODUCT } from '../entities/product.entity.js';
import { ProductsPresenter, ProductView } from '../catalogue/product.views.js';
import { money, priceMinor } from '../../kernel/selling/prices.js';
import { CouponRepository } from '../sales/coupon.repository.js';

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
    private readonly products: ProductRepository,
    private readonly variants: VariantRepository,
    private readonly files: ProductFiles,
    private readonly coupons: CouponRepository,
    private readonly updates: AnnounceUpdate,
    private readonly presenter: ProductsPresenter,
  ) {}

  async run({ input, target: product }: Call<Input, Product>) {
    const values = valuesOf(input, product);
    await this.products.checkCategory(input.category_id);
    const files = await this.files.arranged(product, input);
    if (product.status === 'removed') throw new Refusal(409, 'Product was removed');
    const stock = await this.stockAfter(product, input.stock_delta);
    if (values.currency !== product.currency) await this.changeCurrency(product, values.currency);
    await this.files.arrange(product, files);
    const { cover_file_id } = files;
    await this.products.change(product.id, { ...values, stock, cover_file_id });
    const text = input.notify_buyers;
    const notified = text === undefined ? 0 : await this.updates.begin(product, text);
    return { product: this.presenter.product(await this.products.reprice(product.id)), notified };
  }

  private async stockAfter({ id, stock }: Product, delta: number | null | undefined): Promise<number | null> {
    if (delta !== undefined && (await this.variants.ofProduct(id)).length)
      throw new Refusal(409, 'Stock is kept per variant');
    return stockAfter(stock, delta);
  }

  /** What is 20 in one currency is 20 in the other, whatever its minor units are. */
  private async changeCurrency({ id, currency: before }: Product, currency: string): Promise<void> {
    if (await this.products.isOrdered(id)) throw new Refusal(409, 'Currency is fixed after the first sale');
    const prices = (await this.variants.ofProduct(id)).flatMap(({ id: variantId, price_minor }) =>
      price_minor === null ? [] : { id: variantId, minor: priceMinor(money(price_minor, before), currency) },
    );
    if (prices.length) await this.variants.price(prices);
    await this.coupons.changeCurrency(id, before, currency);
  }
}
