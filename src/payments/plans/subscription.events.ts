import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import type { ProcessorEvent, ProcessorObject } from '../processor/processor-event.js';
import { EventHandler, type Outcome } from '../webhooks/event-handler.js';
import { CustomerRepository } from './customer.repository.js';
import { FollowSubscription } from './follow-subscription.js';
import { isPlan, planOfPrice } from './plans.js';
import { SubscriptionRepository } from './subscription.repository.js';

const RANKS: Record<string, number> = {
  'customer.subscription.created': 0,
  'customer.subscription.updated': 1,
  'customer.subscription.deleted': 2,
};
const DELETED = 2;

@Injectable()
export class SubscriptionEvents extends EventHandler {
  readonly types = Object.keys(RANKS);

  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly customers: CustomerRepository,
    private readonly follow: FollowSubscription,
  ) {
    super();
  }

  async apply({ id: event_id, type, created, object }: ProcessorEvent): Promise<Outcome> {
    const id = object.text('id');
    const known = id ? await this.subscriptions.find(id) : undefined;
    const userId = known?.user_id ?? (await this.subscriber(object));
    if (!id || !userId) return 'unknown';
    const rank = RANKS[type] as number;
    const purpose = known?.purpose ?? object.at('metadata').text('type') ?? 'plan';
    const followed = await this.follow.run({
      event_id,
      processor_subscription_id: id,
      user_id: userId,
      purpose,
      told_at: created,
      rank,
      status: rank === DELETED ? 'canceled' : (object.text('status') ?? 'active'),
      plan: (purpose === 'plan' ? planOf(object) : object.at('metadata').text('tier')) ?? null,
      expires_at: endOf(object) ?? null,
      started_at: object.time('created') ?? created,
    });
    return followed ? 'applied' : 'unknown';
  }

  /** The customer we made for him; or the name that we gave the subscription, which only we can write. */
  private async subscriber(object: ProcessorObject): Promise<string | undefined> {
    const customer = object.text('customer');
    const user = customer && (await this.customers.user(customer));
    if (user) return user;
    const named = object.at('metadata').text('user_id');
    return named && isUuid(named) ? named : undefined;
  }
}

/** The price is true after a change of plan at the processor; the note that we made at the beginning is not. */
function planOf(object: ProcessorObject): string | undefined {
  const noted = object.at('metadata').text('plan');
  return (
    planOfPrice(object.first('items').at('price').whole('unit_amount')) ?? (isPlan(noted) ? noted : undefined)
  );
}

const endOf = (object: ProcessorObject) =>
  object.first('items').time('current_period_end') ?? object.time('current_period_end');
