import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Instant, ListOf, Optional, Words } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { areApart, type ClockRange, isForwards } from '../../kernel/calendar/open-hours.js';
import { CalendarDay } from '../../kernel/calendar/time.fields.js';
import { isClock } from '../../kernel/calendar/wall-clock.js';

const isRange = (value: unknown): value is ClockRange =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((clock) => typeof clock === 'string') &&
  isClock(value[0] as string) &&
  (isClock(value[1] as string) || value[1] === '24:00');

/** The ranges of a day: `[["09:00", "12:00"]]`. */
const Ranges = () =>
  applyDecorators(
    IsArray(),
    ArrayMaxSize(6),
    ValidateBy({
      name: 'object',
      validator: {
        validate: (value) => Array.isArray(value) && value.every(isRange),
        defaultMessage: () => '$property must be pairs of times of day, such as ["09:00", "12:00"]',
      },
    }),
    JSONSchema({ type: 'array', items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 } }),
  );

export class WeeklyFields {
  @Optional() @Ranges() mon?: ClockRange[];
  @Optional() @Ranges() tue?: ClockRange[];
  @Optional() @Ranges() wed?: ClockRange[];
  @Optional() @Ranges() thu?: ClockRange[];
  @Optional() @Ranges() fri?: ClockRange[];
  @Optional() @Ranges() sat?: ClockRange[];
  @Optional() @Ranges() sun?: ClockRange[];
}

/** Without ranges: a day off. */
export class OverrideFields {
  @CalendarDay() date!: string;
  @Ranges() ranges!: ClockRange[];
}

export class BlockedFields {
  @Instant() starts_at!: string;
  @Instant() ends_at!: string;
  @Optional() @Words(200) note?: string;
}

export const Overrides = () =>
  applyDecorators(
    ListOf(() => OverrideFields),
    ArrayMaxSize(366),
  );
export const Blocked = () =>
  applyDecorators(
    ListOf(() => BlockedFields),
    ArrayMaxSize(200),
  );

interface Given {
  weekly?: WeeklyFields;
  overrides?: OverrideFields[];
  blocked?: BlockedFields[];
}

/** Each range ends after it starts, and those of one day share no time. */
export function expectSoundRanges({ weekly, overrides, blocked }: Given): void {
  const days = [...Object.values({ ...weekly }), ...(overrides ?? []).map(({ ranges }) => ranges)] as ClockRange[][];
  const isBackwards = (blocked ?? []).some(({ starts_at, ends_at }) => Date.parse(starts_at) >= Date.parse(ends_at));
  if (isBackwards || !days.flat().every(isForwards)) throw new Refusal(400, 'A range must end after it starts');
  const isRepeated = new Set(overrides?.map(({ date }) => date)).size < (overrides?.length ?? 0);
  if (isRepeated || !days.every(areApart)) throw new Refusal(400, 'Ranges overlap');
}
