import { durable } from '../../realtime/event-type.js';
import { SubscriptionAnswer } from './business.dto.js';

export const SUBSCRIPTION_UPDATED = durable('subscription.updated', SubscriptionAnswer);
