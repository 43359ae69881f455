import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import { notFound } from '../../platform/http/refusal.js';
import type { PaymentRow } from '../payments/payment.repository.js';
import type { ProcessorEvent } from '../processor/processor-event.js';
import { ProcessorClient } from '../processor/processor.client.js';
import { SubscriptionHandler } from '../extension-points.js';
import { CancelSubscriptionJob } from './cancel-subscription.job.js';
import { type ReportedState, SubscriptionRepository, type SubscriptionRow } from './subscription.repository.js';

/** Below the rank of every event of the subscription itself, whatever the order in which the events arrive. */
const FIRST_PAYMENT_RANK = -1;

@Injectable()
export class SubscriptionsService {
  private readonly handlers: ByKey<SubscriptionHandler>;

  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly users: UserRepository,
    private readonly processor: ProcessorClient,
    private readonly jobs: JobsService,
    private readonly cancelSubscription: CancelSubscriptionJob,
    extensions: ExtensionsService,
  ) {
    this.handlers = extensions.byKey(SubscriptionHandler, (handler) => handler.purpose);
  }

  findCurrent(userId: string, purpose: string): Promise<SubscriptionRow | undefined> {
    return this.subscriptions.findCurrent(userId, purpose);
  }

  /** Stores what an event reported and runs the handler of its purpose. False if the user does not exist. */
  async storeState(reported: ReportedState): Promise<boolean> {
    const { user_id, purpose } = reported;
    // Events of one user run one after another, because each reads the rows that the others write.
    if (!(await this.users.lock(user_id))) return false;
    await this.subscriptions.storeState(reported);
    await this.handlers.get(purpose)?.follow(user_id);
    return true;
  }

  /** The first payment of a subscription was made; a membership is granted before its own events arrive. */
  async beginPaid(
    { id: event_id, created, object: session }: ProcessorEvent,
    { kind, buyer_id, metadata }: PaymentRow,
  ): Promise<void> {
    const subscription = session.text('subscription');
    // The buyer's account was deleted meanwhile, so the subscription must not be charged again.
    if (!buyer_id && subscription) await this.jobs.enqueue(this.cancelSubscription, { id: subscription });
    if (!buyer_id || kind !== 'membership') return;
    await this.storeState({
      event_id,
      processor_subscription_id: subscription ?? (session.text('id') as string),
      user_id: buyer_id,
      purpose: kind,
      told_at: created,
      rank: FIRST_PAYMENT_RANK,
      status: 'active',
      plan: metadata.tier ?? null,
      expires_at: null,
      started_at: created,
    });
  }

  /** The subscription runs to the end of the period that is paid for; the processor then sends an event. */
  async cancelAtPeriodEnd(userId: string, purpose: string): Promise<SubscriptionRow> {
    const current = await this.findCurrent(userId, purpose);
    if (!current || current.ended) throw notFound('Subscription');
    await this.processor.cancelAtPeriodEnd(current.processor_subscription_id);
    return current;
  }

  /** A subscription replaces the older ones of the same purpose, so that nobody pays for two. */
  async cancelReplaced(current: SubscriptionRow): Promise<void> {
    for (const { processor_subscription_id: id } of await this.subscriptions.listReplacedBy(current)) {
      await this.jobs.enqueue(this.cancelSubscription, { id });
    }
  }

  async cancelAll(userId: string): Promise<void> {
    for (const { processor_subscription_id: id } of await this.subscriptions.listRunning(userId)) {
      await this.jobs.enqueue(this.cancelSubscription, { id });
    }
  }
}
