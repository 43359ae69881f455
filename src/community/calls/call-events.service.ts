import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { RawJson } from '../../platform/http/raw-json.js';
import type { Stream } from '../../realtime/event-type.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { CALL_ACTIVE, CALL_ENDED, CALL_RINGING, type EndReason } from './calls.events.js';
import type { CallRow, EndedCall } from './call.repository.js';

/** Announces changes of a call: the domain event, and a realtime event on the stream of each participant. */
@Injectable()
export class CallEventsService {
  constructor(
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  callStarted(call: CallRow, from: string): void {
    const data = new RawJson(`{"call":${call.json},"from":${from}}`);
    this.realtime.emit(CALL_RINGING, streamsOf(call), data, call.initiator_id);
    this.record('call.started', call, call.initiator_id);
  }

  callAnswered(call: CallRow, actorId: string): void {
    this.realtime.emit(CALL_ACTIVE, streamsOf(call), new RawJson(`{"call":${call.json}}`), actorId);
    this.record('call.answered', call, actorId);
  }

  /** `actorId` is null when no participant ended the call: it was not answered in time, or both abandoned it. */
  callEnded(call: EndedCall, actorId: string | null): void {
    const reason = reasonOf(call, actorId);
    const data = new RawJson(`{"call":${call.json},"reason":"${reason}"}`);
    this.realtime.emit(CALL_ENDED, streamsOf(call), data, actorId);
    this.record('call.ended', call, actorId, { reason });
  }

  private record(type: string, call: CallRow, actor_id: string | null, more: object = {}): void {
    const { id: call_id, initiator_id, target_id } = call;
    this.events.record({ type, actor_id, data: { call_id, initiator_id, target_id, ...more } });
  }
}

const streamsOf = ({ initiator_id, target_id }: CallRow): Stream[] => [`user:${initiator_id}`, `user:${target_id}`];

function reasonOf({ was, initiator_id }: EndedCall, actorId: string | null): EndReason {
  if (was === 'active') return 'hangup';
  if (actorId === null) return 'no_answer';
  return actorId === initiator_id ? 'canceled' : 'declined';
}
