import { grouped } from '../../kernel/rows/grouped.js';
import { daysIntoWeek, midnights, nextDay } from '../time/days.js';
import type { TimetrackingSettings } from '../timetracking.settings.js';

type WeekStart = TimetrackingSettings['week_start'];

/** The key of a day in a grouping by time. */
const KEYS: Record<string, (day: string, start: WeekStart) => string> = {
  day: (day) => day,
  week: (day, start) => nextDay(day, -daysIntoWeek(day, start)),
  month: (day) => day.slice(0, 7),
};
export const isTime = (dimension: string | undefined) => dimension !== undefined && dimension in KEYS;

/** Days of a report that have the same keys, one for each grouping by time. */
export interface Span {
  first: string;
  begins: Date;
  ends: Date;
  keys: (string | undefined)[];
}

/** Those of so many days, in their order. */
export function spansOf(
  from: string,
  count: number,
  by: string[],
  { timezone, week_start }: Pick<TimetrackingSettings, 'timezone' | 'week_start'>,
): Span[] {
  const moments = midnights(from, count, timezone);
  const days = Array.from({ length: count }, (_, n) => {
    const first = nextDay(from, n);
    const keys = by.map((name) => KEYS[name]?.(first, week_start));
    return { first, keys, begins: moments[n] as Date, ends: moments[n + 1] as Date };
  });
  return [...grouped(days, ({ keys }) => keys.join(' ')).values()].map((alike) => ({
    ...(alike[0] as Span),
    ends: (alike.at(-1) as Span).ends,
  }));
}
