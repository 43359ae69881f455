import { later, wallIn } from './zone.js';
import { DAY, type Wall, wallOf, wallText } from './wall-clock.js';

export const PERIOD_UNITS = ['week', 'month', 'quarter', 'year'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** Every so many weeks, months, quarters or years. */
export interface Period {
  every: number;
  unit: PeriodUnit;
}

/** The longest that a unit can be, in days. */
const LONGEST: Record<PeriodUnit, number> = { week: 7, month: 31, quarter: 92, year: 366 };

/**
 * The day after so many periods, such as `2030-02-28`. It counts from the first day and never from the one before, so that
 * what begins on 31 January is on 28 February and then on 31 March.
 */
export function periodDay(start: string, { every, unit }: Period, count: number): string {
  const periods = every * count;
  const wall = wallOfDay(start);
  if (unit === 'week') return dayText(later(wall, 'weeks', periods));
  if (unit === 'year') return dayText(later(wall, 'years', periods));
  return dayText(later(wall, 'months', unit === 'quarter' ? 3 * periods : periods));
}

/** How many periods lie before the first of its days that is not before this one. */
export function periodsBefore(start: string, period: Period, day: string): number {
  if (day <= start) return 0;
  const days = (wallOfDay(day) - wallOfDay(start)) / DAY;
  let count = Math.floor(days / (LONGEST[period.unit] * period.every));
  while (periodDay(start, period, count) < day) count += 1;
  return count;
}

/** The first days from this one on that are not after the last. */
export function periodDays(start: string, period: Period, from: string, most: number, last?: string | null): string[] {
  const first = periodsBefore(start, period, from);
  const days = Array.from({ length: most }, (_, index) => periodDay(start, period, first + index));
  return days.filter((day) => !last || day <= last);
}

/** The last day of the period that begins on the day. */
export function periodEnd(start: string, period: Period, day: string): string {
  const next = periodDay(start, period, periodsBefore(start, period, day) + 1);
  return dayText(wallOfDay(next) - DAY);
}

/** So many days on. */
export const daysLater = (day: string, days: number): string => dayText(wallOfDay(day) + days * DAY);

/** The day that calendars of the zone show. */
export const dayInZone = (zone: string, instant: number): string => dayText(wallIn(zone, instant));

const dayText = (wall: Wall) => wallText(wall).slice(0, 10);

function wallOfDay(day: string): Wall {
  const wall = wallOf(day);
  if (wall === undefined) throw new RangeError(`${day} is no day`);
  return wall;
}
