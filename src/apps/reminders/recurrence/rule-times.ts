import { clockIn, DAY, dayOf, HOUR, MINUTE, type Wall } from '../../kernel/calendar/wall-clock.js';
import type { Rule } from './rule.js';
import { dayMatcher, daysIn, mostDaysInPeriod, weekdayOf } from './rule-days.js';

/**
 * So many days are looked at before a rule that never comes, such as 30 February, is taken for one that has ended. As
 * each day and each position costs the same whatever the rule, this is also the most work that a rule makes.
 */
export const MOST_DAYS = 100_000;
const LAST_DAY = dayOf(Date.UTC(9998, 0, 1));

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

/**
 * The times of a rule, which says all its parts, that are not before its start nor before `from`: period by period
 * from where `from` is until that of `before`, of each the days that fit. Not for HOURLY, which goes by the clock and
 * not by the calendar.
 */
export function* timesOf(rule: Rule, start: Wall, from: Wall, before: Wall): Generator<Wall> {
  const seconds = clockIn(start) % MINUTE;
  const clocks = rule.byhour.flatMap((hour) => rule.byminute.map((minute) => hour * HOUR + minute * MINUTE + seconds));
  const most = mostDaysInPeriod(rule) * clocks.length;
  const positions = rule.bysetpos.filter((position) => Math.abs(position) <= most);
  if (rule.bysetpos.length && !positions.length) return;
  const hasDay = dayMatcher(rule);
  const earliest = Math.max(start, from);
  const begin = place(rule, dayOf(start));
  const skipped = Math.floor((place(rule, dayOf(earliest)) - begin) / rule.interval);
  const end = Math.min(LAST_DAY, dayOf(before));
  let left = MOST_DAYS;
  for (let at = begin + skipped * rule.interval; left > 0; at += rule.interval) {
    const [first, length] = period(rule, at);
    left -= length;
    if (first > end) return;
    const days: number[] = [];
    for (let day = first; day < first + length; day++) if (hasDay(day)) days.push(day);
    if (!days.length) continue;
    for (const wall of chosen(days, clocks, positions)) if (wall >= earliest) yield wall;
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

/** Those at the positions, of each day at each clock time; all of them where no position is given. */
function chosen(days: number[], clocks: number[], positions: number[]): Wall[] {
  const wallAt = (index: number) =>
    (days[Math.floor(index / clocks.length)] as number) * DAY + (clocks[index % clocks.length] as number);
  const count = days.length * clocks.length;
  if (!positions.length) return Array.from({ length: count }, (_, index) => wallAt(index));
  const indices = positions.map((position) => (position > 0 ? position - 1 : count + position));
  const there = new Set(indices.filter((index) => index >= 0 && index < count));
  return [...there].map(wallAt).toSorted((a, b) => a - b);
}
