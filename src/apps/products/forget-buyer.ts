import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { ProductRepository } from './catalogue/product.repository.js';
import { Holds } from './sales/holds.js';
import { OrderRepository } from './sales/order.repository.js';

/** What his open orders hold is free again, and his stars are taken off; of what is in the books only the money stays. */
@Injectable()
export class ForgetBuyer extends Farewell {
  constructor(
    private readonly products: ProductRepository,
    private readonly orders: OrderRepository,
    private readonly holds: Holds,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.products.lockOfBuyer(userId);
    for (const id of await this.orders.lockPendingOf(userId)) await this.holds.expire(id);
    await this.products.forgetStars(userId);
    await this.orders.forgetAddresses(userId);
  }
}
