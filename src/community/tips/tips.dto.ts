import { IsBoolean, IsNumber, IsOptional, IsString } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { Chars, ListOf, Nullable, Optional, saying, Time, Uuid } from '../../platform/http/fields.js';
import { Amount } from '../../platform/money/amount.field.js';

/** Maximum length of the message of a tip in code points. */
export const MESSAGE = 500;

const CURSOR = saying('Invalid cursor');

export class TipInput {
  @Uuid() recipient_id!: string;
  @Amount() amount!: number;
  @Optional() @Nullable() @Chars(0, MESSAGE) message?: string | null;
}

export class TipsQuery {
  @IsOptional() @IsString(saying('Invalid limit')) limit?: string;
  @IsOptional() @IsString(CURSOR) sent_cursor?: string;
  @IsOptional() @IsString(CURSOR) received_cursor?: string;
}

export class TipView {
  @Uuid() id!: string;
  /** Null when the account is deleted. */
  @Nullable() @Uuid() sender_id!: string | null;
  @Nullable() @Uuid() recipient_id!: string | null;
  @IsNumber() amount!: number;
  @Nullable() @IsString() message!: string | null;
  @Time() created_at!: Date;
  /** False while the sender's wallet does not cover the tip; the next credit of the wallet pays it. */
  @IsBoolean() settled!: boolean;
}

export class TipAnswer extends answerWith('tip', () => TipView) {}

/** Newest first. A cursor is null when there are no more tips. */
export class TipsAnswer {
  @ListOf(() => TipView) sent!: TipView[];
  @ListOf(() => TipView) received!: TipView[];
  @Nullable() @IsString() next_sent_cursor!: string | null;
  @Nullable() @IsString() next_received_cursor!: string | null;
}
