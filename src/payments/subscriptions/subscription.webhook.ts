import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import {
  type ProcessorEvent,
  type ProcessorObject,
  WebhookHandler,
  type WebhookOutcome,
} from '../processor/processor-event.js';
import { isPlan, planOfPrice } from './plans.js';
import { CustomerRepository, SubscriptionRepository } from './subscription.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

const RANKS: Record<string, number> = {
  'customer.subscription.created': 0,
  'customer.subscription.updated': 1,
  'customer.subscription.deleted': 2,
};
const DELETED = 2;

@Injectable()
export class SubscriptionWebhook extends WebhookHandler {
  readonly types = Object.keys(RANKS);

  constructor(
    private readonly stored: SubscriptionRepository,
    private readonly customers: CustomerRepository,
    private readonly subscriptions: SubscriptionsService,
  ) {
    super();
  }

  async handle({ id: event_id, type, created, object }: ProcessorEvent): Promise<WebhookOutcome> {
    const id = object.text('id');
    const known = id ? await this.stored.find(id) : undefined;
    const userId = known?.user_id ?? (await this.findSubscriber(object));
    if (!id || !userId) return 'unknown';
    const rank = RANKS[type] as number;
    const purpose = known?.purpose ?? object.at('metadata').text('type') ?? 'plan';
    const stored = await this.subscriptions.storeState({
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
    return stored ? 'applied' : 'unknown';
  }

  /** The user of the stored customer, or the user in the metadata, which only this service can write. */
  private async findSubscriber(object: ProcessorObject): Promise<string | undefined> {
    const customer = object.text('customer');
    const known = customer && (await this.customers.findOne({ processor_customer_id: customer }));
    if (known) return known.user_id;
    const named = object.at('metadata').text('user_id');
    return named && isUuid(named) ? named : undefined;
  }
}

/** After a change of plan at the processor the price is right, while the metadata still names the first plan. */
function planOf(object: ProcessorObject): string | undefined {
  const noted = object.at('metadata').text('plan');
  return planOfPrice(object.first('items').at('price').whole('unit_amount')) ?? (isPlan(noted) ? noted : undefined);
}

const endOf = (object: ProcessorObject) =>
  object.first('items').time('current_period_end') ?? object.time('current_period_end');
