import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { Jobs } from '../../jobs/jobs.js';
import { CancelSubscription } from './cancel-subscription.job.js';
import { SubscriptionRepository } from './subscription.repository.js';

/** Whoever deletes his account is not charged any more. */
@Injectable()
export class EndSubscriptions extends Farewell {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly jobs: Jobs,
    private readonly cancel: CancelSubscription,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    for (const { processor_subscription_id: id } of await this.subscriptions.goingOn(userId)) {
      await this.jobs.enqueue(this.cancel, { id });
    }
  }
}
