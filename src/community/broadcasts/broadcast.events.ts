import { durable, hint } from '../../realtime/event-type.js';
import { BroadcastAnswer, ViewersCount } from './broadcasts.io.js';

/** Both also as hints to the followers of the host who are there. */
export const BROADCAST_STARTED = durable('broadcast.started', BroadcastAnswer);
export const BROADCAST_ENDED = durable('broadcast.ended', BroadcastAnswer);
export const BROADCAST_VIEWERS = hint('broadcast.viewers', ViewersCount);
