import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { CancelSubscriptionJob } from '../../payments/subscriptions/cancel-subscription.job.js';
import { SubscriptionRepository, type SubscriptionRow } from '../../payments/subscriptions/subscription.repository.js';
import { SubscriptionHandler } from '../../payments/extension-points.js';
import { MembershipRepository, type MembershipRow } from './membership.repository.js';
import { MembershipUpdated } from './memberships.events.js';

const PAID = new Set(['active', 'trialing']);
/** The tier of a subscription whose metadata names none. */
const DEFAULT_TIER = 'member';

/** Derives the tier membership of a user from the user's subscriptions at the processor. */
@Injectable()
export class MembershipSubscriptionExtension extends SubscriptionHandler {
  readonly purpose = 'membership';

  constructor(
    private readonly memberships: MembershipRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly jobs: JobsService,
    private readonly cancelSubscription: CancelSubscriptionJob,
    private readonly events: EventsService,
  ) {
    super();
  }

  async follow(userId: string): Promise<void> {
    const current = await this.subscriptions.findCurrent(userId, this.purpose);
    if (!current) return;
    const changed = await this.apply(current);
    if (changed) this.events.announce(MembershipUpdated, changed, userId);
    if (!PAID.has(current.status)) return;
    // A new subscription replaces the running one, so that nobody pays for two.
    for (const { processor_subscription_id: id } of await this.subscriptions.listReplacedBy(current)) {
      await this.jobs.enqueue(this.cancelSubscription, { id });
    }
  }

  /** A subscription whose first payment is pending has no row, so ending it changes nothing. */
  private apply(current: SubscriptionRow): Promise<MembershipRow | undefined> {
    const { processor_subscription_id: id, status, plan, ended } = current;
    if (!PAID.has(status)) return this.memberships.end(id, ended ? 'canceled' : 'past_due');
    return this.memberships.upsertPaid({ ...current, tier: plan ?? DEFAULT_TIER });
  }
}
