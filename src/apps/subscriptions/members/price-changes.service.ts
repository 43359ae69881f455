import { AppProvider } from '../../kernel/app-provider.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { firstStartFrom } from '../billing/period.policy.js';
import { SubscriptionRepository } from './subscription.repository.js';

/** Another price for those who have subscribed already. */
@AppProvider()
export class PriceChangesService {
  constructor(private readonly subscriptions: SubscriptionRepository) {}

  /** Each costs this from its first renewal at least 30 days away; returns how many change. */
  async apply(planId: string, price_minor: number): Promise<number> {
    const affected = await this.subscriptions.reprice(planId, price_minor);
    let after = affected ? FIRST_ID : undefined;
    while (after !== undefined) after = await this.dateBatch(planId, after);
    return affected;
  }

  private async dateBatch(planId: string, after: string): Promise<string | undefined> {
    const rows = await this.subscriptions.undated(planId, after);
    await this.subscriptions.date(
      rows.map(({ id, period_end, next_price_from, ...cycle }) => ({
        id,
        next_price_from: firstStartFrom(period_end, cycle, cycle.anchor_day, next_price_from),
      })),
    );
    return rows.at(-1)?.id;
  }
}
