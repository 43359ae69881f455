import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { AppProvider } from '../kernel/app-provider.js';
import { PlanJobsService } from './jobs/plan-jobs.service.js';
import { EndingService } from './members/ending.service.js';
import { SubscriptionRepository } from './members/subscription.repository.js';
import { PlanRepository } from './plans/plan.repository.js';

/**
 * The subscriptions of a subscriber end, and their seats are free again. Of a seller's plans those stay that others have
 * paid for, without a seller: their subscribers keep the time that is paid, and are told.
 */
@AppProvider()
export class SubscriptionsAccountDeletion extends AccountDeletionHook {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly plans: PlanRepository,
    private readonly ending: EndingService,
    private readonly jobs: PlanJobsService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.ending.end(await this.subscriptions.lockAllOf(userId), 'canceled', 'subscriber');
    await this.ending.end(await this.subscriptions.lockIncompleteOfSeller(userId), 'expired', 'system');
    for (const plan_id of await this.plans.keepForSubscribers(userId)) {
      const affected = await this.subscriptions.endWithPeriod(plan_id);
      if (affected) await this.jobs.announce({ plan_id, what: 'ending', at: new Date().toISOString() });
    }
  }
}
