import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { Product } from '../entities/product.entity.js';
import { ProductFiles } from '../files/product-files.js';
import { AnnounceUpdate } from './announce-update.js';
import { ChangeCurrency } from './change-currency.js';
import type { ProductChanges, ProductFields } from './product.inputs.js';
import { ProductRepository } from './product.repository.js';
import { valuesOf } from './product-values.js';
import { stockAfter } from './stock-after.js';
import { VariantRepository } from './variant.repository.js';

const OPEN_PRODUCTS = 1000;
const NEW = { price_minor: 0, suggested_minor: null, shipping_minor: 0, ships_to: [], license_keys: false };

export type NewProduct = ProductFields & Pick<Product, 'title' | 'kind'> & { stock?: number | null };

/** A product is made and changed by the same rules. */
@AppProvider()
export class ChangeProduct {
  constructor(
    private readonly products: ProductRepository,
    private readonly variants: VariantRepository,
    private readonly files: ProductFiles,
    private readonly currencies: ChangeCurrency,
    private readonly updates: AnnounceUpdate,
  ) {}

  async create(ownerId: string, { kind, stock = null, ...fields }: NewProduct, currency: string) {
    const values = valuesOf(fields, { ...NEW, kind, currency: currency.toLowerCase() });
    await this.checkCategory(fields);
    await this.products.lockOwner(ownerId);
    if ((await this.products.countOpen(ownerId)) >= OPEN_PRODUCTS) throw new Refusal(409, 'Product limit reached');
    return this.products.insert(ownerId, { ...values, kind, stock });
  }

  /** Tells too how many buyers are to hear of it. */
  async update(product: Product, fields: ProductChanges): Promise<{ product: Product; notified: number }> {
    const values = valuesOf(fields, product);
    await this.checkCategory(fields);
    const files = await this.files.arranged(product, fields);
    if (product.status === 'removed') throw new Refusal(409, 'Product was removed');
    const stock = await this.stock(product, fields.stock_delta);
    if (values.currency !== product.currency) await this.currencies.run(product, values.currency);
    await this.files.arrange(product, files);
    const { cover_file_id } = files;
    await this.products.update(product.id, { ...values, stock, cover_file_id });
    const text = fields.notify_buyers;
    const notified = text === undefined ? 0 : await this.updates.begin(product, text);
    return { product: await this.products.reprice(product.id), notified };
  }

  private async checkCategory({ category_id }: ProductFields): Promise<void> {
    if (category_id && !(await this.products.isCategory(category_id))) throw notFound('Category');
  }

  private async stock({ id, stock }: Product, delta: number | null | undefined): Promise<number | null> {
    if (delta !== undefined && (await this.variants.ofProduct(id)).length)
      throw new Refusal(409, 'Stock is kept per variant');
    return stockAfter(stock, delta);
  }
}
