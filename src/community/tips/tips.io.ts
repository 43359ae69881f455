import { IsBoolean, IsNumber, IsOptional, IsString } from 'class-validator';
import {
  Chars,
  ListOf,
  Nested,
  Nullable,
  Optional,
  saying,
  Time,
  Uuid,
} from '../../platform/http/input/fields.js';
import { Amount } from '../../platform/money/amount.field.js';

/** Code points of what is said with a tip. */
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
  /** Null where that account is gone. */
  @Nullable() @Uuid() sender_id!: string | null;
  @Nullable() @Uuid() recipient_id!: string | null;
  @IsNumber() amount!: number;
  @Nullable() @IsString() message!: string | null;
  @Time() created_at!: Date;
  /** False as long as the sender's wallet has not had the money; it is paid from what next comes in there. */
  @IsBoolean() settled!: boolean;
}

export class TipAnswer {
  @Nested(() => TipView) tip!: TipView;
}

/** Newest first; null where there are no more. */
export class TipsAnswer {
  @ListOf(() => TipView) sent!: TipView[];
  @ListOf(() => TipView) received!: TipView[];
  @Nullable() @IsString() next_sent_cursor!: string | null;
  @Nullable() @IsString() next_received_cursor!: string | null;
}
