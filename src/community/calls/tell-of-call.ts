import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { RawJson } from '../../platform/http/raw-json.js';
import type { Stream } from '../../realtime/event-type.js';
import { Realtime } from '../../realtime/realtime.js';
import { CALL_ACTIVE, CALL_ENDED, CALL_RINGING, type EndReason } from './call-events.js';
import type { CallRow, EndedCall } from './call.repository.js';

/** Both of a call hear of it, each on his own stream. */
@Injectable()
export class TellOfCall {
  constructor(
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  ringing(call: CallRow, from: string): void {
    const data = new RawJson(`{"call":${call.json},"from":${from}}`);
    this.realtime.emit(CALL_RINGING, both(call), data, call.initiator_id);
    this.record('call.started', call, call.initiator_id);
  }

  active(call: CallRow, actorId: string): void {
    this.realtime.emit(CALL_ACTIVE, both(call), new RawJson(`{"call":${call.json}}`), actorId);
    this.record('call.answered', call, actorId);
  }

  /** By one of the two; by nobody where it was not answered in time. */
  ended(call: EndedCall, actorId: string | null): void {
    const reason = reasonOf(call, actorId);
    const data = new RawJson(`{"call":${call.json},"reason":"${reason}"}`);
    this.realtime.emit(CALL_ENDED, both(call), data, actorId);
    this.record('call.ended', call, actorId, { reason });
  }

  private record(type: string, call: CallRow, actor_id: string | null, more: object = {}): void {
    const { id: call_id, initiator_id, target_id } = call;
    this.outbox.record({ type, actor_id, data: { call_id, initiator_id, target_id, ...more } });
  }
}

const both = ({ initiator_id, target_id }: CallRow): Stream[] => [
  `user:${initiator_id}`,
  `user:${target_id}`,
];

function reasonOf({ was, initiator_id }: EndedCall, actorId: string | null): EndReason {
  if (was === 'active') return 'hangup';
  if (actorId === null) return 'no_answer';
  return actorId === initiator_id ? 'canceled' : 'declined';
}
