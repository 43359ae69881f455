import { IsBoolean, IsNumber, IsOptional, IsString, IsUUID } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, saying, Time } from '../../platform/http/input/fields.js';
import { Amount } from '../../platform/money/amount.field.js';

const CURSOR = saying('Invalid cursor');

export class TipInput {
  @IsUUID() recipient_id!: string;
  @Amount() amount!: number;
  @Optional() @Nullable() @Chars(0, 500) message?: string | null;
}

export class TipsQuery {
  @IsOptional() @IsString(saying('Invalid limit')) limit?: string;
  @IsOptional() @IsString(CURSOR) sent_cursor?: string;
  @IsOptional() @IsString(CURSOR) received_cursor?: string;
}

export class TipView {
  @IsUUID() id!: string;
  /** Null where that account is gone. */
  @Nullable() @IsUUID() sender_id!: string | null;
  @Nullable() @IsUUID() recipient_id!: string | null;
  @IsNumber() amount!: number;
  @Nullable() @IsString() message!: string | null;
  @Time() created_at!: Date;
  /** False as long as the sender's wallet has not had the money; it is paid from what next comes in there. */
  @IsBoolean() settled!: boolean;
}

export class TipAnswer {
  @Nested(() => TipView) tip!: TipView;
}

/** Newest first; a cursor only where there are more. */
export class TipsAnswer {
  @ListOf(() => TipView) sent!: TipView[];
  @ListOf(() => TipView) received!: TipView[];
  @Optional() @IsString() next_sent_cursor?: string;
  @Optional() @IsString() next_received_cursor?: string;
}
