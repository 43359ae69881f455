import { Injectable } from '@nestjs/common';
import { Jobs } from '../../jobs/jobs.js';
import { CancelSubscription } from '../../payments/plans/cancel-subscription.job.js';
import {
  SubscriptionRepository,
  type SubscriptionRow,
} from '../../payments/plans/subscription.repository.js';
import { SubscriptionFollower } from '../../payments/subscription-follower.port.js';
import { MembershipRepository, type MembershipRow } from './membership.repository.js';
import { TellOfMembership } from './tell-of-membership.js';

const PAID = new Set(['active', 'trialing']);
/** What the tier is called of a subscription that does not say. */
const UNNAMED = 'member';

/** Makes the membership of a user say what his subscriptions come to. */
@Injectable()
export class FollowMembership extends SubscriptionFollower {
  readonly purpose = 'membership';

  constructor(
    private readonly memberships: MembershipRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly jobs: Jobs,
    private readonly cancel: CancelSubscription,
    private readonly tell: TellOfMembership,
  ) {
    super();
  }

  async follow(userId: string): Promise<void> {
    const current = await this.subscriptions.current(userId, this.purpose);
    if (!current) return;
    const changed = await this.read(current);
    if (changed) this.tell.changed(changed);
    if (!PAID.has(current.status)) return;
    // One that was bought while another ran takes its place: nobody pays for two.
    for (const { processor_subscription_id: id } of await this.subscriptions.replacedBy(current)) {
      await this.jobs.enqueue(this.cancel, { id });
    }
  }

  /** Before it is paid for the first time, it is none. */
  private read(current: SubscriptionRow): Promise<MembershipRow | undefined> {
    const { processor_subscription_id: id, status, plan, ended } = current;
    if (!PAID.has(status)) return this.memberships.end(id, ended ? 'canceled' : 'past_due');
    return this.memberships.keep({ ...current, tier: plan ?? UNNAMED });
  }
}
