import { Injectable } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { Database } from '../../../platform/database/database.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import { Holds } from '../sales/holds.js';
import { OrderRepository } from '../sales/order.repository.js';

/** Orders that nobody has paid in time: what they held is free again. */
@Injectable()
export class ExpireOrders extends Job {
  readonly name = 'products.expire-orders';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly orders: OrderRepository,
    private readonly products: ProductRepository,
    private readonly holds: Holds,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (const id of await this.orders.productsWithDue())
      while (await this.database.transaction(() => this.batch(id)));
    await this.database.transaction(() => this.orders.expireAbandoned());
  }

  /** The product first, as everywhere. Tells whether there was something. */
  private async batch(productId: string): Promise<boolean> {
    await this.products.lock(productId);
    const due = await this.orders.lockDue(productId);
    for (const id of due) await this.holds.expire(id);
    return due.length > 0;
  }
}
