import { AppProvider } from '../../kernel/app-provider.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import type { Product } from '../entities/product.entity.js';
import { Holds } from './holds.js';
import { OrderRepository } from './order.repository.js';

/**
 * Ends the orders whose half hour is over, so that their stock and coupons are free again. The job does so for all
 * products; a request that reads a product or buys it does not wait for the job.
 */
@AppProvider()
export class DueHoldsService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly products: ProductRepository,
    private readonly holds: Holds,
    private readonly database: DatabaseService,
  ) {}

  /** In a transaction of its own, and only where there is something to do; true if there was. */
  async release(productId: string): Promise<boolean> {
    if (!(await this.orders.hasDue(productId))) return false;
    await this.database.transaction(async () => {
      await this.products.lock(productId);
      await this.holds.expireDue(productId);
    });
    return true;
  }

  /** The product as it is without them; undefined when it was deleted meanwhile. */
  async current(product: Product): Promise<Product | undefined> {
    return (await this.release(product.id)) ? this.products.find(product.id) : product;
  }
}
