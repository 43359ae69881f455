import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { EventsService } from '../../events/events.service.js';
import { SubscriptionHandler } from '../extension-points.js';
import { PlanChanged } from '../payments.events.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';

/** Updates the plan on the user's profile after a change of their subscriptions. */
@Injectable()
export class BusinessPlanExtension extends SubscriptionHandler {
  readonly purpose = 'plan';

  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly users: UserRepository,
    private readonly events: EventsService,
  ) {
    super();
  }

  async follow(userId: string): Promise<void> {
    const current = await this.subscriptions.findCurrent(userId, this.purpose);
    if (!current) return;
    const { status, expires_at, ended } = current;
    const plan = ended ? null : current.plan;
    if (await this.users.updateSubscription(userId, plan, status, expires_at)) {
      const subscription = { plan, status, expires_at };
      this.events.announce(PlanChanged, { user_id: userId, subscription }, userId);
    }
    if (status === 'active') await this.subscriptions.cancelReplaced(current);
  }
}
