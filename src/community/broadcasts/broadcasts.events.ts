import { defineEvent, effectOf } from '../../events/define-event.js';
import { durable, type EventType, hint, type Stream } from '../../realtime/event-type.js';
import { emit, sendHint } from '../../realtime/realtime.effects.js';
import { OnlineFollowersService } from '../../social/follows/online-followers.service.js';
import type { BroadcastRow } from './broadcast.repository.js';
import { BroadcastAnswer, ViewersCount } from './broadcasts.dto.js';

/** Durable on the broadcast's stream; connected followers of the host receive the same event as a hint. */
const BROADCAST_STARTED = durable('broadcast.started', BroadcastAnswer);
const BROADCAST_ENDED = durable('broadcast.ended', BroadcastAnswer);
export const BROADCAST_VIEWERS = hint('broadcast.viewers', ViewersCount);

const dataOf = ({ id, host_id }: BroadcastRow) => ({ broadcast_id: id, host_id });
const emitToAll = (type: EventType<BroadcastAnswer>, broadcast: BroadcastRow) => [
  emit(type, `broadcast:${broadcast.id}`, { broadcast }),
  effectOf(OnlineFollowersService, (followers, actorId) =>
    followers.sendHint(type, broadcast.host_id, { broadcast }, actorId),
  ),
];

export const BroadcastStarted = defineEvent<BroadcastRow>('broadcast.started', {
  data: dataOf,
  effects: (broadcast) => emitToAll(BROADCAST_STARTED, broadcast),
});

/** The actor is null when the broadcast ended because its host was away. */
export const BroadcastEnded = defineEvent<BroadcastRow>('broadcast.ended', {
  data: dataOf,
  effects: (broadcast) => emitToAll(BROADCAST_ENDED, broadcast),
});

/**
 * Followers usually receive the end shortly after the COMMIT. The follows of a deleted host are gone by then, so
 * `streams` are those that the transaction has read.
 */
export const RemovedHostLeft = defineEvent<{ broadcast: BroadcastRow; streams: Stream[] }>('broadcast.ended', {
  effects: ({ broadcast, streams }) => [sendHint(BROADCAST_ENDED, streams, { broadcast })],
});

export const ViewerJoined = defineEvent<{ broadcast_id: string }>('broadcast.joined', { data: (viewer) => viewer });
