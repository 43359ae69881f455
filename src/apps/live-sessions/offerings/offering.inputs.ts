import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsBoolean, IsInt, IsUrl, Max, Min } from 'class-validator';
import {
  ArrayUnique,
  Chars,
  ListOf,
  Nullable,
  Optional,
  saying,
  Words,
  Written,
} from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { money, Price, priceMinor } from '../../kernel/selling/prices.js';
import type { Offering, Question } from '../entities/offering.entity.js';

export const MOST_SEATS = 1000;
export const SEATS_REFUSED = 'Seats are for group offerings';
export const JOIN_URL_REFUSED = 'Join address must be https';

/** Where the participants of a session meet. */
export const JoinUrl = () =>
  applyDecorators(
    Chars(1, 2048),
    IsUrl({ protocols: ['https'], require_protocol: true, require_tld: false }, saying(JOIN_URL_REFUSED)),
  );

export class QuestionFields implements Question {
  @Words(40) key!: string;
  @Words(300) label!: string;
  @IsBoolean() required!: boolean;
}

export class OfferingFields {
  @Optional() @Nullable() @Written(0, 10_000) description?: string | null;
  @Optional() @IsInt() @Min(5) @Max(480) slot_step_minutes?: number;
  @Optional() @IsInt() @Min(0) @Max(120) buffer_before_minutes?: number;
  @Optional() @IsInt() @Min(0) @Max(120) buffer_after_minutes?: number;
  @Optional() @IsInt() @Min(0) @Max(43_200) min_notice_minutes?: number;
  @Optional() @IsInt() @Min(1) @Max(365) max_days_ahead?: number;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(50) max_per_day?: number | null;
  @Optional() @IsInt() @Min(1) @Max(MOST_SEATS) seats?: number;
  @Optional() @Price() price?: number;
  @Optional() @Currency() currency?: string;
  @Optional() @Nullable() @IsInt() @Min(0) @Max(720) cancel_until_hours?: number | null;
  @Optional() @Nullable() @JoinUrl() join_url?: string | null;
  @Optional()
  @ListOf(() => QuestionFields)
  @ArrayMaxSize(5)
  @ArrayUnique((question: QuestionFields) => question.key)
  questions?: QuestionFields[];
}

export function expectSeatsFit(kind: Offering['kind'], seats: number | undefined): void {
  if (kind === 'one_to_one' && seats !== undefined && seats !== 1) throw new Refusal(400, SEATS_REFUSED);
}

/** What the row is to hold. A price stays what it says when its currency changes. */
export function valuesOf(
  { price, currency: given, ...fields }: OfferingFields & { title?: string; duration_minutes?: number },
  before: Pick<Offering, 'kind' | 'price_minor' | 'currency'>,
) {
  expectSeatsFit(before.kind, fields.seats);
  const currency = given?.toLowerCase() ?? before.currency;
  const price_minor = priceMinor(price ?? money(before.price_minor, before.currency), currency);
  return { ...fields, currency, price_minor };
}
