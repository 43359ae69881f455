import { IsIn } from 'class-validator';
import { Nested } from '../../platform/http/input/fields.js';
import { durable } from '../../realtime/event-type.js';
import { CallerFace, CallView } from './calls.dto.js';

const REASONS = ['hangup', 'declined', 'no_answer', 'canceled'] as const;
export type EndReason = (typeof REASONS)[number];

export class CallRinging {
  @Nested(() => CallView) call!: CallView;
  @Nested(() => CallerFace) from!: CallerFace;
}

export class CallActive {
  @Nested(() => CallView) call!: CallView;
}

export class CallEnded {
  @Nested(() => CallView) call!: CallView;
  @IsIn(REASONS) reason!: EndReason;
}

export const CALL_RINGING = durable('call.ringing', CallRinging);
export const CALL_ACTIVE = durable('call.active', CallActive);
export const CALL_ENDED = durable('call.ended', CallEnded);
