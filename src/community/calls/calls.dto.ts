import { IsIn } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { ListOf, Nullable, Time, Uuid } from '../../platform/http/fields.js';
import { Face } from '../common.dto.js';
import { CALL_STATES, type CallState } from './call.entity.js';

const TYPES = ['voice', 'video'] as const;
type CallType = (typeof TYPES)[number];

export class StartCallInput {
  @Uuid() target_id!: string;
  @IsIn(TYPES) type!: CallType;
}

export class CallInput {
  @Uuid() call_id!: string;
}

class AnsweredCall {
  @Uuid() id!: string;
  @Uuid() initiator_id!: string;
  @Uuid() target_id!: string;
  @IsIn(TYPES) type!: CallType;
  @IsIn(CALL_STATES) status!: CallState;
  @Nullable() @Time() ended_at!: Date | null;
}

export class CallView extends AnsweredCall {
  @Time() created_at!: Date;
  /** When the call became active. */
  @Nullable() @Time() answered_at!: Date | null;
}

export class CallAnswer extends answerWith('call', () => AnsweredCall) {}

export class EndedCallView {
  @Uuid() id!: string;
  @IsIn(CALL_STATES) status!: CallState;
  @Time() ended_at!: Date;
}

export class EndedCallAnswer extends answerWith('call', () => EndedCallView) {}

export class CallsAnswer {
  @ListOf(() => CallView) calls!: CallView[];
}

export class CallerFace extends Face {}
