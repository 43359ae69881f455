import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Declared } from '../../platform/declared.js';
import { SubscriptionFollower } from '../subscription-follower.port.js';
import { FollowPlan } from './follow-plan.js';
import { SubscriptionRepository, type Told } from './subscription.repository.js';

/** Takes in what an event told of a subscription, and lets follow what depends on it. */
@Injectable()
export class FollowSubscription {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly users: UserRepository,
    private readonly plan: FollowPlan,
    private readonly declared: Declared,
  ) {}

  /** False where there is no such user. */
  async run(told: Told): Promise<boolean> {
    const { user_id, purpose } = told;
    // Events of one user one after the other: each reads the others' off the same rows.
    if (!(await this.users.lock(user_id))) return false;
    await this.subscriptions.tell(told);
    if (purpose === 'plan') await this.plan.run(user_id);
    const followers = this.declared.all(SubscriptionFollower);
    await followers.find((follower) => follower.purpose === purpose)?.follow(user_id);
    return true;
  }
}
