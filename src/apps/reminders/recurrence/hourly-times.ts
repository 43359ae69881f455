import { clockIn, DAY, dayOf, HOUR, MINUTE, type Wall } from '../../kernel/calendar/wall-clock.js';
import { instantOf, wallIn } from '../../kernel/calendar/zone.js';
import type { Rule } from './rule.js';
import { dayMatcher } from './rule-days.js';
import { MOST_DAYS } from './rule-times.js';

/** So many hours that fit are passed over by the step before a rule is taken for one that has ended. */
const MOST_STEPS = 2000;
const LAST = Date.UTC(9998, 0, 1);

/** Instants. */
export interface Span {
  from: number;
  before: number;
}

export interface ZonedTime {
  scheduled: Wall;
  due: number;
}

/** HOURLY advances by elapsed hours, so that none is lost or doubled where clocks are moved. */
export function* hourlyTimes(rule: Rule, start: Wall, zone: string, { from, before }: Span): Generator<ZonedTime> {
  // Of one an hour, the first is the last, and there is no second.
  if (rule.bysetpos.length && !rule.bysetpos.some((position) => Math.abs(position) === 1)) return;
  const step = rule.interval * HOUR;
  const [minute = 0] = rule.byminute;
  const begin = instantOf(start, zone);
  // In the hour of the start, at the minute of the rule.
  const anchor = begin + (minute - new Date(start).getUTCMinutes()) * MINUTE;
  const earliest = Math.max(begin, from);
  const stepTo = (instant: number) => anchor + Math.ceil((instant - anchor) / step) * step;
  let due = Math.max(anchor, stepTo(earliest));
  const end = Math.min(LAST, before, due + MOST_DAYS * DAY);
  const hasDay = dayMatcher(rule);
  for (let left = MOST_STEPS; left > 0 && due < end; left--) {
    const scheduled = wallIn(zone, due);
    const fitting = hourFrom(rule, hasDay, scheduled, dayOf(end) + 1);
    if (fitting === undefined) return;
    if (fitting > scheduled) {
      due = Math.max(due + step, stepTo(instantOf(fitting, zone)));
      continue;
    }
    // The second of a doubled hour is told from the first.
    yield { scheduled: instantOf(scheduled, zone) < due ? scheduled + 1 : scheduled, due };
    due += step;
    left = MOST_STEPS;
  }
}

/** The hour in which a clock is, where the rule has it, or else the next one that it has. */
function hourFrom(rule: Rule, hasDay: (day: number) => boolean, wall: Wall, lastDay: number): Wall | undefined {
  const today = dayOf(wall);
  const now = Math.floor(clockIn(wall) / HOUR);
  const hour = rule.byhour.length ? rule.byhour.find((one) => one >= now) : now;
  if (hour !== undefined && hasDay(today)) return today * DAY + hour * HOUR;
  const [first = 0] = rule.byhour;
  for (let day = today + 1; day <= lastDay; day++) if (hasDay(day)) return day * DAY + first * HOUR;
  return undefined;
}
