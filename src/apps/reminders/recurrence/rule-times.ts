import { clockIn, DAY, dayOf, HOUR, MINUTE, type Wall } from '../time/wall-clock.js';
import type { Rule } from './rule.js';

/** So many days are looked at before a rule that never comes, such as 30 February, is taken for one that has ended. */
export const MOST_DAYS = 100_000;
const LAST_DAY = dayOf(Date.UTC(9998, 0, 1));
/** 1 January 1970 was a Thursday; Monday is 0. */
export const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7;

/** The parts that a rule leaves to its start, said: which day it is, and when on that day. */
export function filledFrom(rule: Rule, start: Wall): Rule {
  const date = new Date(start);
  const { freq, bymonth, bymonthday, byday, byhour, byminute } = rule;
  const saysDay = bymonthday.length > 0 || byday.length > 0;
  const filled = (part: number[], when: boolean, value: number) => (!part.length && when ? [value] : part);
  return {
    ...rule,
    bymonth: filled(bymonth, freq === 'YEARLY' && !saysDay, date.getUTCMonth() + 1),
    bymonthday: filled(bymonthday, (freq === 'YEARLY' || freq === 'MONTHLY') && !saysDay, date.getUTCDate()),
    byday: !saysDay && freq === 'WEEKLY' ? [{ nth: 0, day: weekdayOf(dayOf(start)) }] : byday,
    byhour: filled(byhour, freq !== 'HOURLY', date.getUTCHours()),
    byminute: filled(byminute, true, date.getUTCMinutes()),
  };
}

/** Whether the days of a rule, which says all its parts, include this one. */
export function hasDay({ freq, bymonth, bymonthday, byday }: Rule, day: number): boolean {
  const date = new Date(day * DAY);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (bymonth.length && !bymonth.includes(month + 1)) return false;
  if (bymonthday.length) {
    const length = daysIn(year, month, month + 1);
    if (!bymonthday.includes(dayOfMonth) && !bymonthday.includes(dayOfMonth - length - 1)) return false;
  }
  if (!byday.length) return true;
  const weekday = weekdayOf(day);
  return byday.some((wanted) => {
    if (wanted.day !== weekday) return false;
    if (!wanted.nth) return true;
    const [from, to] = freq === 'YEARLY' && !bymonth.length ? [0, 12] : [month, month + 1];
    const before = day - dayOf(Date.UTC(year, from, 1));
    const fromEnd = daysIn(year, from, to) - 1 - before;
    return wanted.nth === (wanted.nth > 0 ? Math.floor(before / 7) + 1 : -Math.floor(fromEnd / 7) - 1);
  });
}

/**
 * The times of a rule, which says all its parts, that are not before its start nor before `from`: period by period
 * from where `from` is until that of `before`, of each the days that fit. Not for HOURLY, which goes by the clock and
 * not by the calendar.
 */
export function* timesOf(rule: Rule, start: Wall, from: Wall, before: Wall): Generator<Wall> {
  const seconds = clockIn(start) % MINUTE;
  const clocks = rule.byhour.flatMap((hour) =>
    rule.byminute.map((minute) => hour * HOUR + minute * MINUTE + seconds),
  );
  const earliest = Math.max(start, from);
  const begin = place(rule, dayOf(start));
  const skipped = Math.floor((place(rule, dayOf(earliest)) - begin) / rule.interval);
  const end = Math.min(LAST_DAY, dayOf(before));
  let left = MOST_DAYS;
  for (let at = begin + skipped * rule.interval; left > 0; at += rule.interval) {
    const [first, length] = period(rule, at);
    left -= length;
    if (first > end) return;
    const days = Array.from({ length }, (_, n) => first + n).filter((day) => hasDay(rule, day));
    const walls = days.flatMap((day) => clocks.map((clock) => day * DAY + clock));
    for (const wall of chosen(walls, rule.bysetpos)) if (wall >= earliest) yield wall;
  }
}

/** The number of the day, week, month or year that a day is in. */
function place({ freq, wkst }: Rule, day: number): number {
  const date = new Date(day * DAY);
  if (freq === 'YEARLY') return date.getUTCFullYear();
  if (freq === 'MONTHLY') return date.getUTCFullYear() * 12 + date.getUTCMonth();
  return freq === 'WEEKLY' ? Math.floor((day + 3 - wkst) / 7) : day;
}

/** Its first day, and how many it has. */
function period({ freq, wkst }: Rule, at: number): [first: number, length: number] {
  if (freq === 'DAILY') return [at, 1];
  if (freq === 'WEEKLY') return [at * 7 - 3 + wkst, 7];
  const [year, from, to] = freq === 'YEARLY' ? [at, 0, 12] : [Math.floor(at / 12), at % 12, (at % 12) + 1];
  return [dayOf(Date.UTC(year, from, 1)), daysIn(year, from, to)];
}

const daysIn = (year: number, from: number, to: number) =>
  dayOf(Date.UTC(year, to, 1)) - dayOf(Date.UTC(year, from, 1));

function chosen(walls: Wall[], positions: number[]): Wall[] {
  if (!positions.length) return walls;
  const picked = positions.map((position) => walls.at(position > 0 ? position - 1 : position));
  return [...new Set(picked)].filter((wall) => wall !== undefined).toSorted((a, b) => a - b);
}
