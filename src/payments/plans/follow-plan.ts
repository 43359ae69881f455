import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Outbox } from '../../events/outbox.js';
import { Jobs } from '../../jobs/jobs.js';
import { CancelSubscription } from './cancel-subscription.job.js';
import { SubscriptionRepository } from './subscription.repository.js';

/** Makes the profile say what the subscriptions of a user come to. */
@Injectable()
export class FollowPlan {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly users: UserRepository,
    private readonly jobs: Jobs,
    private readonly cancel: CancelSubscription,
    private readonly outbox: Outbox,
  ) {}

  async run(userId: string): Promise<void> {
    const current = await this.subscriptions.current(userId, 'plan');
    if (!current) return;
    const { status, expires_at, ended } = current;
    const plan = ended ? null : current.plan;
    await this.users.update(userId, {
      subscription_plan: plan,
      subscription_status: status,
      subscription_expires_at: expires_at,
    });
    await this.outbox.record({
      type: 'subscription.changed',
      actor_id: userId,
      data: { plan, status, expires_at },
    });
    if (status === 'active') await this.endOthers(userId, current.processor_subscription_id);
  }

  /** A plan that was bought while another ran takes its place: nobody pays for two. */
  private async endOthers(userId: string, currentId: string): Promise<void> {
    for (const { processor_subscription_id: id, purpose } of await this.subscriptions.goingOn(userId)) {
      if (purpose === 'plan' && id !== currentId) await this.jobs.enqueue(this.cancel, { id });
    }
  }
}
