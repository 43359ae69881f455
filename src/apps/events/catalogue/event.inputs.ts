import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  ArrayUnique,
  Chars,
  ListOf,
  Nullable,
  Optional,
  saying,
  WebAddress,
  Written,
} from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { TimeZone } from '../../kernel/calendar/time.fields.js';
import { FORMATS, QUESTION_TYPES, type TicketedEvent, VISIBILITIES } from './event.entity.js';

export class QuestionFields {
  @Matches(/^[a-z][a-z0-9_]{0,39}$/, { message: '$property must be up to 40 small letters, digits and _' })
  key!: string;
  @Chars(1, 200) label!: string;
  @IsIn(QUESTION_TYPES) type!: (typeof QUESTION_TYPES)[number];
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ArrayUnique()
  @Chars(1, 200, { each: true })
  options?: string[];
  @IsBoolean() required!: boolean;
}

export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What creating and changing an event have in common; null clears a field. */
export class EventFields {
  @Optional()
  @Chars(3, 80)
  @Matches(SLUG, { message: '$property must be small letters, digits and single hyphens' })
  slug?: string;
  @Optional() @Nullable() @Written(0, 300) summary?: string | null;
  @Optional() @Nullable() @Written(0, 20_000) description?: string | null;
  @Optional() @Nullable() @WebAddress() @MaxLength(2000) cover_url?: string | null;
  @Optional() @IsIn(FORMATS) format?: (typeof FORMATS)[number];
  @Optional() @Nullable() @Written(1, 200) venue_name?: string | null;
  @Optional() @Nullable() @Written(1, 500) address?: string | null;
  @Optional() @Nullable() @WebAddress() @MaxLength(2000) online_url?: string | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1_000_000) capacity?: number | null;
  @Optional() @Currency() currency?: string;
  @Optional() @IsIn(VISIBILITIES) visibility?: (typeof VISIBILITIES)[number];
  @Optional() @IsInt() @Min(1) @Max(50) max_per_buyer?: number;
  @Optional() @Nullable() @IsInt() @Min(0) @Max(8760) cancel_until_hours?: number | null;
  @Optional() @IsBoolean() waitlist_enabled?: boolean;
  @Optional()
  @ListOf(() => QuestionFields)
  @ArrayMaxSize(10)
  @ArrayUnique<QuestionFields>(({ key }) => key)
  questions?: QuestionFields[];
}

/** `Europe/Berlin`; the message is that of the contract. */
export const EventZone = () => TimeZone(saying('Unknown time zone'));

type Times = { starts_at?: string; ends_at?: string };

/** The moments that were given; refuses an event that ends before it starts. */
export function timesOf({ starts_at, ends_at }: Times, before?: Pick<TicketedEvent, 'starts_at' | 'ends_at'>) {
  const starts = starts_at === undefined ? (before?.starts_at as Date) : new Date(starts_at);
  const ends = ends_at === undefined ? (before?.ends_at as Date) : new Date(ends_at);
  if (ends <= starts) throw new Refusal(400, 'Event must end after it starts');
  return { starts_at: starts, ends_at: ends };
}

/** A choice without options cannot be answered. */
export function expectOptions(questions: QuestionFields[] = []): void {
  const wrong = questions.find(({ type, options }) => (type === 'choice') !== (options !== undefined));
  if (wrong) throw new Refusal(400, 'Options belong to questions of the type choice');
}
