import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Outbox } from '../../events/outbox.js';
import { Jobs } from '../../jobs/jobs.js';
import { Realtime } from '../../realtime/realtime.js';
import { CancelSubscription } from './cancel-subscription.job.js';
import { SUBSCRIPTION_UPDATED } from './subscription-updated.js';
import { SubscriptionRepository } from './subscription.repository.js';

/** Makes the profile say what the subscriptions of a user come to. */
@Injectable()
export class FollowPlan {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly users: UserRepository,
    private readonly jobs: Jobs,
    private readonly cancel: CancelSubscription,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  async run(userId: string): Promise<void> {
    const current = await this.subscriptions.current(userId, 'plan');
    if (!current) return;
    const { status, expires_at, ended } = current;
    const plan = ended ? null : current.plan;
    if (await this.users.subscribe(userId, plan, status, expires_at)) {
      const subscription = { plan, status, expires_at };
      this.outbox.record({ type: 'subscription.changed', actor_id: userId, data: subscription });
      this.realtime.emit(SUBSCRIPTION_UPDATED, `user:${userId}`, { subscription }, null);
    }
    if (status !== 'active') return;
    // A plan that was bought while another ran takes its place: nobody pays for two.
    for (const { processor_subscription_id: id } of await this.subscriptions.replacedBy(current)) {
      await this.jobs.enqueue(this.cancel, { id });
    }
  }
}
