import { plus } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AffiliateSalesService } from '../../kernel/selling/affiliate-sales.service.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import type { ProductOrder } from '../entities/product-order.entity.js';
import type { Product } from '../entities/product.entity.js';
import { LicenseRepository } from '../licenses/license.repository.js';
import { ProductNews } from '../product-news.js';
import { Holds } from './holds.js';
import { StockRepository } from './stock.repository.js';

/** What a sale is, and what goes with it. */
@AppProvider()
export class Selling {
  constructor(
    private readonly holds: Holds,
    private readonly products: ProductRepository,
    private readonly licenses: LicenseRepository,
    private readonly stock: StockRepository,
    private readonly affiliates: AffiliateSalesService,
    private readonly news: ProductNews,
  ) {}

  /** The buyer has it from now on. */
  async complete(product: Product, order: ProductOrder, stock_taken: number): Promise<ProductOrder> {
    const paid = await this.holds.settle(order, 'paid', { stock_taken });
    if (product.license_keys) await this.licenses.issue([paid]);
    await this.news.sold(paid);
    await this.count(product, paid);
    const left = stock_taken ? await this.stock.runsLow(paid) : undefined;
    if (left !== undefined) this.news.runsLow(product, left, paid.variant_name);
    return paid;
  }

  /** It is a sale now, and who brought the buyer earns by it. */
  async count({ id }: Pick<Product, 'id'>, order: ProductOrder): Promise<void> {
    await this.products.update({ id }, { sold_count: plus(order.quantity) });
    await this.affiliates.record(order, { app_slug: 'products', item_id: id, amount_minor: withoutShipping(order) });
  }

  /** All of the money was given back. `before` is the order as it was. */
  async takeBack(before: ProductOrder): Promise<void> {
    const { id, product_id, quantity, status } = before;
    await this.licenses.setStatus([id], 'revoked');
    if (product_id && status !== 'needs_attention')
      await this.products.update({ id: product_id }, { sold_count: plus(-quantity) });
    if (status !== 'shipped') await this.holds.giveBack(before);
  }
}

export const withoutShipping = ({ total_minor, shipping_minor }: ProductOrder) => total_minor - shipping_minor;
