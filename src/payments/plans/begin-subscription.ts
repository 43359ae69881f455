import { Injectable } from '@nestjs/common';
import { Jobs } from '../../jobs/jobs.js';
import type { ProcessorEvent } from '../processor/processor-event.js';
import type { PaymentRow } from '../records/payment.repository.js';
import { CancelSubscription } from './cancel-subscription.job.js';
import { FollowSubscription } from './follow-subscription.js';

/** Whatever the subscription's own events say, in whatever order they come, says more. */
const BEFORE_ALL = -1;

/** The first payment of a subscription was made. */
@Injectable()
export class BeginSubscription {
  constructor(
    private readonly follow: FollowSubscription,
    private readonly jobs: Jobs,
    private readonly cancel: CancelSubscription,
  ) {}

  async run({ id: event_id, created, object: session }: ProcessorEvent, payment: PaymentRow): Promise<void> {
    const { kind, buyer_id, metadata } = payment;
    const subscription = session.text('subscription');
    // Paid by somebody whose account is gone: he is not charged again.
    if (!buyer_id && subscription) await this.jobs.enqueue(this.cancel, { id: subscription });
    if (!buyer_id || kind !== 'membership') return;
    await this.follow.run({
      event_id,
      processor_subscription_id: subscription ?? (session.text('id') as string),
      user_id: buyer_id,
      purpose: kind,
      told_at: created,
      rank: BEFORE_ALL,
      status: 'active',
      plan: metadata.tier ?? null,
      expires_at: null,
      started_at: created,
    });
  }
}
