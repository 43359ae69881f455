import type { Described } from '../contracts/described.js';
import type { EntitledTo, SubscriptionsService as Exported } from '../contracts/subscriptions.js';
import { AppProvider } from '../kernel/app-provider.js';
import { EntitlementRepository } from './members/entitlement.repository.js';
import { PlanRepository } from './plans/plan.repository.js';

/** What other apps ask about plans and their subscribers. */
@AppProvider()
export class SubscriptionsService implements Exported {
  constructor(
    private readonly plans: PlanRepository,
    private readonly entitlements: EntitlementRepository,
  ) {}

  async describe(ids: string[]): Promise<Described[]> {
    return (await this.plans.byIds(ids)).map(({ id, owner_id, name }) => ({ id, owner_id, title: name }));
  }

  async isEntitled(userId: string, sellerId: string, what: EntitledTo): Promise<boolean> {
    return (await this.entitlements.of(userId, sellerId, what)).entitled;
  }
}
