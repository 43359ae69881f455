import { AppProvider } from '../kernel/app-provider.js';
import { type AppPayment, Fulfilment } from '../../payments/extension-points.js';
import { ProductRepository } from './catalogue/product.repository.js';
import type { Attention, ProductOrder } from './entities/product-order.entity.js';
import type { Product } from './entities/product.entity.js';
import { ProductNews } from './product-news.js';
import { BuyerRepository } from './sales/buyer.repository.js';
import { OrderRepository } from './sales/order.repository.js';
import { Selling } from './sales/selling.js';
import { Holds } from './sales/holds.js';

/** What happens when an order was paid for, and when that was given back. It refuses no money that has arrived. */
@AppProvider()
export class ProductsFulfilment extends Fulfilment {
  readonly app = 'products';

  constructor(
    private readonly orders: OrderRepository,
    private readonly products: ProductRepository,
    private readonly buyers: BuyerRepository,
    private readonly holds: Holds,
    private readonly selling: Selling,
    private readonly news: ProductNews,
  ) {
    super();
  }

  async paid(payment: AppPayment): Promise<boolean> {
    const { order, product } = await this.found(payment);
    if (order) await this.settle(payment, order, product);
    return order !== undefined;
  }

  private async settle(payment: AppPayment, order: ProductOrder, product?: Product): Promise<void> {
    if (order.status !== 'pending' && order.status !== 'expired') return;
    // Without its seller a product is not sold any more; the money is to be given back.
    if (!product?.owner_id) return this.attend(order, 'out_of_stock');
    if (!isFor(payment, order)) return this.attend(order, null);
    if (await this.hasAnother(product, order)) return this.attend(order, 'duplicate');
    // What it had set aside went to others when it expired.
    const isLate = order.status === 'expired';
    const taken = isLate ? await this.holds.takeAgain({ ...order, product_id: product.id }) : order.stock_taken;
    if (taken === undefined) return this.attend(order, 'out_of_stock');
    await this.selling.complete(product, order, taken);
  }

  async refunded(payment: AppPayment): Promise<void> {
    const { order } = await this.found(payment);
    if (!order) return;
    const refunded = Math.min(Number(payment.refunded_amount), order.total_minor);
    if (order.status !== 'refunded' && refunded > order.refunded_minor) await this.selling.refund(order, refunded);
  }

  /** Locked, the product first. */
  private async found({ id }: AppPayment): Promise<{ order?: ProductOrder; product?: Product }> {
    const known = await this.orders.byPayment(id);
    if (!known) return {};
    const product = known.product_id ? await this.products.lock(known.product_id) : undefined;
    return { order: await this.orders.lock(known.id), product };
  }

  private async attend(order: ProductOrder, attention: Attention | null): Promise<void> {
    await this.holds.giveBack(order);
    this.news.refundNeeded(
      await this.orders.settle(order.id, { status: 'needs_attention', attention, stock_taken: 0 }),
    );
  }

  /** One copy of what can be copied is enough; who has it by another order has paid twice. */
  private async hasAnother({ id, kind, license_keys }: Product, order: ProductOrder): Promise<boolean> {
    if (kind !== 'digital' || license_keys) return false;
    return (await this.buyers.standing(order.owner_id, id, order.variant_id)).owns;
  }
}

/** What somebody else has paid, or too little, unlocks nothing; nor what somebody has paid who is gone. */
const isFor = ({ buyer_id, seller_id, amount, currency }: AppPayment, order: ProductOrder) =>
  buyer_id === order.owner_id &&
  seller_id === order.seller_id &&
  amount === BigInt(order.total_minor) &&
  currency === order.currency;
