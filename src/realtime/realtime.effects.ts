import { type Effect, effectOf } from '../events/define-event.js';
import type { RawJson } from '../platform/http/raw-json.js';
import type { EventType, Stream } from './event-type.js';
import { RealtimeService } from './realtime.service.js';

/** `actor` replaces the actor of the event, for example by null where staff is not to be named. */
interface Options {
  actor?: string | null;
}

const sending =
  (way: 'emit' | 'hint') =>
  <Data extends object>(
    type: EventType<Data>,
    streams: Stream | Stream[],
    data: Data | RawJson,
    { actor }: Options = {},
  ): Effect =>
    effectOf(RealtimeService, (realtime, actorId) =>
      realtime[way](type, streams, data, actor === undefined ? actorId : actor),
    );

/** Appends a durable realtime event to each stream. */
export const emit = sending('emit');

/** Sends a hint to the clients that are connected. */
export const sendHint = sending('hint');

/** What may be read has changed without an event that says so. */
export const recheck = (whose: { stream?: Stream; user_id?: string }): Effect =>
  effectOf(RealtimeService, (realtime) => realtime.recheck(whose));
