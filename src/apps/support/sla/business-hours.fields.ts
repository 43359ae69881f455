import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsString, Matches, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { ArrayUnique, ListOf, Nested, Optional } from '../../../platform/http/fields.js';
import { TimeZone } from '../../kernel/calendar/time.fields.js';
import { clockOf } from '../../kernel/calendar/wall-clock.js';
import { isDay } from './business-time.js';

const RANGES = 4;
const HOLIDAYS = 200;

const Clock = (pattern: RegExp) =>
  applyDecorators(IsString(), Matches(pattern, { message: '$property must be a time of day, such as 09:00' }));

// Rules for lists go by a name that the reference knows, and of which it says nothing.
const Days = () =>
  applyDecorators(
    IsString({ each: true }),
    ValidateBy(
      {
        name: 'instant',
        validator: {
          validate: (value) => typeof value === 'string' && isDay(value),
          defaultMessage: () => 'each of $property must be a day, such as 2030-01-31',
        },
      },
      { each: true },
    ),
    JSONSchema({ items: { type: 'string', format: 'date' } }),
  );

export class OpenRange {
  @Clock(/^([01]\d|2[0-3]):[0-5]\d$/) from!: string;
  /** `24:00` is the end of the day. */
  @Clock(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/) to!: string;
}

const OpenRanges = () =>
  applyDecorators(
    Optional(),
    ListOf(() => OpenRange),
    ArrayMaxSize(RANGES),
    ValidateBy({
      name: 'object',
      validator: {
        validate: areApart,
        defaultMessage: () => '$property must have ranges that end after they begin, and do not overlap',
      },
    }),
  );

/** What is no range at all is told of by itself. */
function areApart(ranges: unknown): boolean {
  if (!Array.isArray(ranges) || !ranges.every(isRange)) return true;
  const sorted = ranges
    .map(({ from, to }) => ({ from: clockOf(from), to: clockOf(to) }))
    .toSorted((a, b) => a.from - b.from);
  return sorted.every(({ from, to }, at) => from < to && (at === 0 || from >= (sorted[at - 1]?.to ?? 0)));
}

const isRange = (value: unknown): value is OpenRange =>
  value instanceof OpenRange && typeof value.from === 'string' && typeof value.to === 'string';

/** Of each day; a day that is not named is off. */
export class Weekly {
  @OpenRanges() mon?: OpenRange[];
  @OpenRanges() tue?: OpenRange[];
  @OpenRanges() wed?: OpenRange[];
  @OpenRanges() thu?: OpenRange[];
  @OpenRanges() fri?: OpenRange[];
  @OpenRanges() sat?: OpenRange[];
  @OpenRanges() sun?: OpenRange[];
}

/** When the desk works. Without any hours it does round the clock. */
export class BusinessHours {
  @TimeZone() timezone = 'UTC';
  @Nested(() => Weekly) weekly = new Weekly();
  /** Days off. */
  @IsArray() @ArrayMaxSize(HOLIDAYS) @ArrayUnique() @Days() holidays: string[] = [];
}
