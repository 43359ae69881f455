import { Injectable } from '@nestjs/common';
import { notFound } from '../../platform/http/refusal.js';
import { Processor } from '../processor/processor.js';
import { SubscriptionRepository, type SubscriptionRow } from './subscription.repository.js';

@Injectable()
export class CancelPlan {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly processor: Processor,
  ) {}

  /** What is paid for stays until its end; the processor tells us when that has come. */
  async run(userId: string, purpose = 'plan'): Promise<SubscriptionRow> {
    const current = await this.subscriptions.current(userId, purpose);
    if (!current || current.ended) throw notFound('Subscription');
    await this.processor.endWithPeriod(current.processor_subscription_id);
    return current;
  }
}
