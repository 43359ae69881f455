import { IsIn } from 'class-validator';
import { defineEvent } from '../../events/define-event.js';
import { answerWith } from '../../platform/http/answers.js';
import { Nested } from '../../platform/http/fields.js';
import { durable, type Stream } from '../../realtime/event-type.js';
import { emit } from '../../realtime/realtime.effects.js';
import type { Call } from './call.entity.js';
import type { EndedCall } from './call.repository.js';
import { CallerFace, CallView } from './calls.dto.js';

const REASONS = ['hangup', 'declined', 'no_answer', 'canceled'] as const;
type EndReason = (typeof REASONS)[number];

class CallActiveData extends answerWith('call', () => CallView) {}

class CallRingingData {
  @Nested(() => CallView) call!: CallView;
  @Nested(() => CallerFace) from!: CallerFace;
}

class CallEndedData {
  @Nested(() => CallView) call!: CallView;
  @IsIn(REASONS) reason!: EndReason;
}

const CALL_RINGING = durable('call.ringing', CallRingingData);
const CALL_ACTIVE = durable('call.active', CallActiveData);
const CALL_ENDED = durable('call.ended', CallEndedData);

const streamsOf = ({ initiator_id, target_id }: Call): Stream[] => [`user:${initiator_id}`, `user:${target_id}`];
const dataOf = ({ id, initiator_id, target_id }: Call) => ({ call_id: id, initiator_id, target_id });

export const CallStarted = defineEvent<CallRingingData>('call.started', {
  data: ({ call }) => dataOf(call),
  effects: (started) => [emit(CALL_RINGING, streamsOf(started.call), started)],
});

export const CallAnswered = defineEvent<Call>('call.answered', {
  data: dataOf,
  effects: (call) => [emit(CALL_ACTIVE, streamsOf(call), { call })],
});

interface CallEnd extends EndedCall {
  /** Null when no participant ended the call: it was not answered in time, or both abandoned it. */
  ended_by: string | null;
}

function reasonOf({ was, call, ended_by }: CallEnd): EndReason {
  if (was === 'active') return 'hangup';
  if (ended_by === null) return 'no_answer';
  return ended_by === call.initiator_id ? 'canceled' : 'declined';
}

export const CallEnded = defineEvent<CallEnd>('call.ended', {
  data: (end) => ({ ...dataOf(end.call), reason: reasonOf(end) }),
  effects: (end) => [emit(CALL_ENDED, streamsOf(end.call), { call: end.call, reason: reasonOf(end) })],
});
