import { AppProvider } from '../../kernel/app-provider.js';
import { AppServices } from '../../contracts/app-services.js';
import type { AffiliatesService } from '../../contracts/affiliates.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import type { ProductOrder } from '../entities/product-order.entity.js';
import type { Product } from '../entities/product.entity.js';
import { LicenseRepository } from '../licenses/license.repository.js';
import { ProductNews } from '../product-news.js';
import { OrderRepository } from './order.repository.js';
import { Stock } from './stock.js';

/** What a sale is, and what goes with it. The product is locked, and then the order. */
@AppProvider()
export class Selling {
  constructor(
    private readonly orders: OrderRepository,
    private readonly products: ProductRepository,
    private readonly licenses: LicenseRepository,
    private readonly stock: Stock,
    private readonly services: AppServices,
    private readonly news: ProductNews,
  ) {}

  /** The buyer has it from now on. */
  async complete(product: Product, order: ProductOrder, stock_taken: number): Promise<ProductOrder> {
    const paid = await this.orders.settle(order.id, { status: 'paid', stock_taken });
    if (product.license_keys) await this.licenses.issue(paid);
    await this.count(product, paid);
    await this.news.sold(paid);
    const left = stock_taken ? await this.stock.runsLow(paid) : undefined;
    if (left !== undefined) this.news.runsLow(product, left, paid.variant_name);
    return paid;
  }

  /** It is a sale now, and who brought the buyer earns by it. */
  async count({ id }: Pick<Product, 'id'>, order: ProductOrder): Promise<void> {
    await this.products.sold(id, order.quantity);
    const { payment_id, affiliate_id } = order;
    const amount_minor = withoutShipping(order);
    if (!payment_id || !affiliate_id || !order.seller_id || amount_minor <= 0) return;
    await this.affiliates?.recordSale({
      affiliate_id,
      seller_id: order.seller_id,
      buyer_id: order.owner_id,
      app_slug: 'products',
      item_id: id,
      reference_type: 'order',
      reference_id: order.id,
      payment_id,
      payment_number: 1,
      amount_minor,
      currency: order.currency,
    });
  }

  /** So much of it was given back by now; all of it ends what was sold. */
  async refund(order: ProductOrder, refunded: number): Promise<void> {
    const after = await this.orders.refund(order.id, refunded);
    const { payment_id, product_id, quantity } = order;
    const refunded_minor = Math.min(refunded, withoutShipping(order));
    if (payment_id && order.affiliate_id) await this.affiliates?.reverseSale({ payment_id, refunded_minor });
    if (after.status !== 'refunded') return;
    await this.licenses.setStatus(order.id, 'revoked');
    if (product_id && order.status !== 'needs_attention') await this.products.sold(product_id, -quantity);
    if (order.status !== 'shipped') await this.stock.giveBack(order, order.stock_taken);
    this.news.refunded(after);
  }

  private get affiliates(): AffiliatesService | undefined {
    return this.services.of('affiliates');
  }
}

const withoutShipping = ({ total_minor, shipping_minor }: ProductOrder) => total_minor - shipping_minor;
