import { durable } from '../../realtime/event-type.js';
import { TipAnswer } from './tips.io.js';

export const TIP_CREATED = durable('tip.created', TipAnswer);
/** One that was unpaid has been paid. */
export const TIP_SETTLED = durable('tip.settled', TipAnswer);
