import { durable } from '../../realtime/event-type.js';
import { SubscriptionAnswer } from './business.io.js';

export const SUBSCRIPTION_UPDATED = durable('subscription.updated', SubscriptionAnswer);
