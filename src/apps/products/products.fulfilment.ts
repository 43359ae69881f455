import { AppProvider } from '../kernel/app-provider.js';
import { AffiliateSalesService } from '../kernel/selling/affiliate-sales.service.js';
import { OrderFulfilment, type Problem } from '../kernel/selling/order-fulfilment.js';
import type { Attention, ProductOrder } from './entities/product-order.entity.js';
import type { Product } from './entities/product.entity.js';
import { ProductNews } from './product-news.js';
import { BuyerRepository } from './sales/buyer.repository.js';
import { Holds } from './sales/holds.js';
import type { NewOrder } from './sales/order.repository.js';
import { Selling, withoutShipping } from './sales/selling.js';

const ATTENTION: Record<Problem, Attention | null> = {
  gone: 'out_of_stock',
  sold_out: 'out_of_stock',
  duplicate: 'duplicate',
  mismatch: null,
};

@AppProvider()
export class ProductsFulfilment extends OrderFulfilment<ProductOrder, Product, NewOrder> {
  readonly app = 'products';

  constructor(
    protected readonly holds: Holds,
    protected readonly affiliates: AffiliateSalesService,
    private readonly buyers: BuyerRepository,
    private readonly selling: Selling,
    private readonly news: ProductNews,
  ) {
    super();
  }

  protected async deliver(order: ProductOrder, product: Product): Promise<Problem | undefined> {
    if (await this.hasAnother(product, order)) return 'duplicate';
    // What it had set aside went to others when it expired.
    const isLate = order.status === 'expired';
    const taken = isLate ? await this.holds.takeAgain(order, product) : order.stock_taken;
    if (taken === undefined) return 'sold_out';
    await this.selling.complete(product, order, taken);
    return undefined;
  }

  protected notifyRefundNeeded(order: ProductOrder): void {
    this.news.refundNeeded(order);
  }

  protected async takeBack(before: ProductOrder, after: ProductOrder): Promise<void> {
    await this.selling.takeBack(before);
    this.news.refunded(after);
  }

  protected override columnsOf(problem: Problem) {
    return { attention: ATTENTION[problem] };
  }

  protected override commissionBase(order: ProductOrder): number {
    return withoutShipping(order);
  }

  /** One copy of what can be copied is enough; who has it by another order has paid twice. */
  private async hasAnother({ id, kind, license_keys }: Product, order: ProductOrder): Promise<boolean> {
    if (kind !== 'digital' || license_keys) return false;
    return (await this.buyers.standing(order.owner_id, id, order.variant_id)).owns;
  }
}
