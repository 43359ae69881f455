import { AppProvider } from '../../kernel/app-provider.js';
import { ExpireOrdersJob } from '../../kernel/selling/expire-orders.job.js';
import { Holds } from '../sales/holds.js';

@AppProvider()
export class ExpirePurchases extends ExpireOrdersJob {
  readonly name = 'bundles.expire-purchases';

  constructor(protected readonly holds: Holds) {
    super();
  }
}
