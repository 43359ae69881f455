import { AppProvider } from '../../kernel/app-provider.js';
import { ExpireOrdersJob } from '../../kernel/selling/expire-orders.job.js';
import { Holds } from '../sales/holds.js';

@AppProvider()
export class ExpireOrders extends ExpireOrdersJob {
  readonly name = 'products.expire-orders';

  constructor(protected readonly holds: Holds) {
    super();
  }
}
