import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { AppPayments } from '../../kernel/selling/app-payments.js';
import { Outside } from '../../kernel/calls/outside.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import type { ProductOrder } from '../entities/product-order.entity.js';
import { checkoutOf } from '../../kernel/selling/views.js';
import { Holds } from './holds.js';
import { OrderRepository } from './order.repository.js';
import type { PurchaseInput } from './purchase.inputs.js';

/** The page stays open a little longer than the stock is held; what is paid late is honoured where that can be. */
const PAGE_MS = 35 * 60 * 1000;

/** The pages where orders are paid. The product is locked. */
@AppProvider()
export class Checkouts {
  constructor(
    private readonly orders: OrderRepository,
    private readonly products: ProductRepository,
    private readonly holds: Holds,
    private readonly payments: AppPayments,
  ) {}

  /** As it is where it has a page already; otherwise the page is asked for, under the same id as before. */
  async open(order: ProductOrder, buyer: Caller, { success_url, cancel_url }: PurchaseInput) {
    if (order.checkout_url) return checkoutOf(order, order.checkout_url);
    const sale = await this.payments.begin({
      id: order.payment_id as string,
      // Of a pending order, which is ended when its seller goes.
      seller_id: order.seller_id as string,
      buyer: { id: buyer.id, email: buyer.email },
      amount: BigInt(order.total_minor),
      currency: order.currency,
      description: order.variant_name === null ? order.title : `${order.title} (${order.variant_name})`,
      app_slug: 'products',
      reference_type: 'order',
      reference_id: order.id,
      success_url,
      cancel_url,
      expires_at: new Date(order.created_at.getTime() + PAGE_MS),
    });
    return Outside.first({
      ask: () => this.payments.open(sale),
      done: async (url) => {
        await this.orders.opened(order.id, url);
        return checkoutOf(order, url);
      },
      undo: async () => {
        if (order.product_id) await this.products.lock(order.product_id);
        const now = await this.orders.lock(order.id);
        if (!now.checkout_url) await this.holds.expire(order.id);
      },
    });
  }
}
