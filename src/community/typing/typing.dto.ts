import { IsBoolean, IsIn, IsInt } from 'class-validator';
import { Uuid } from '../../platform/http/fields.js';

/** Clients show that somebody is typing for this long after the last hint. */
export const EXPIRES_MS = 6_000;

export class TypingInput {
  /** A room or a conversation. */
  @Uuid() channel_id!: string;
  @IsBoolean() is_typing!: boolean;
}

export class TypingAnswer extends TypingInput {
  @Uuid() user_id!: string;
}

export class TypingHint extends TypingAnswer {
  @IsInt() @IsIn([EXPIRES_MS]) expires_in_ms!: number;
}
