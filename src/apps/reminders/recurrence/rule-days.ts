import { DAY, dayOf } from '../../kernel/calendar/wall-clock.js';
import type { NthDay, Rule } from './rule.js';

/** 1 January 1970 was a Thursday; Monday is 0. */
export const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7;

export const daysIn = (year: number, from: number, to: number) =>
  dayOf(Date.UTC(year, to, 1)) - dayOf(Date.UTC(year, from, 1));

const keyOf = (nth: number, weekday: number) => nth * 7 + weekday;
const goesByYear = ({ freq, bymonth }: Rule) => freq === 'YEARLY' && !bymonth.length;

/**
 * Tells whether the days of a rule, which says all its parts, include a day. A day costs the same however many parts
 * there are, and least where days are asked for one after the other, because what belongs to their month is kept.
 */
export function dayMatcher(rule: Rule): (day: number) => boolean {
  const months = new Set(rule.bymonth);
  const dates = new Set(rule.bymonthday);
  const weekdays = new Set(rule.byday.filter(({ nth }) => !nth).map(({ day }) => day));
  const numbered = new Set(rule.byday.filter(({ nth }) => nth).map(({ nth, day }) => keyOf(nth, day)));
  const isYearly = goesByYear(rule);
  let first = 0;
  let length = 0;
  let hasMonth = false;
  // What numbers of days are counted in: the month or the year.
  let from = 0;
  let size = 0;

  const turnTo = (day: number) => {
    const date = new Date(day * DAY);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    first = dayOf(Date.UTC(year, month, 1));
    length = daysIn(year, month, month + 1);
    hasMonth = !months.size || months.has(month + 1);
    from = isYearly ? dayOf(Date.UTC(year, 0, 1)) : first;
    size = isYearly ? daysIn(year, 0, 12) : length;
  };

  return (day) => {
    if (day < first || day >= first + length) turnTo(day);
    if (!hasMonth) return false;
    const date = day - first + 1;
    if (dates.size && !dates.has(date) && !dates.has(date - length - 1)) return false;
    const weekday = weekdayOf(day);
    if (!rule.byday.length || weekdays.has(weekday)) return true;
    if (!numbered.size) return false;
    const nth = Math.floor((day - from) / 7) + 1;
    const nthFromEnd = -Math.floor((from + size - 1 - day) / 7) - 1;
    return numbered.has(keyOf(nth, weekday)) || numbered.has(keyOf(nthFromEnd, weekday));
  };
}

/** No day, week, month or year of the rule has more days that fit. */
export function mostDaysInPeriod(rule: Rule): number {
  const { freq, bymonth, bymonthday, byday } = rule;
  if (freq === 'DAILY') return 1;
  if (freq === 'WEEKLY') return 7;
  const months = freq === 'MONTHLY' ? 1 : bymonth.length || 12;
  const each = goesByYear(rule) ? 53 : 5 * months;
  const once = goesByYear(rule) ? 1 : months;
  const days = byday.reduce((sum: number, { nth }: NthDay) => sum + (nth ? once : each), 0);
  return Math.min(31 * months, byday.length ? days : Infinity, (bymonthday.length || 31) * months);
}
