import { AppProvider } from '../../kernel/app-provider.js';
import { SumPartsRepository } from '../../kernel/stats/sum-parts.repository.js';

@AppProvider()
export class SellerDayRepository extends SumPartsRepository {
  protected readonly parts = {
    name: 'subscriptions_days',
    table: 'ext_subscriptions.seller_days',
    owner: 'seller_id',
    key: ['day', 'figure', 'value'],
    sums: ['n'],
  };
}
