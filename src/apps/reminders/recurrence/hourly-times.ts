import { clockIn, DAY, dayOf, HOUR, MINUTE, type Wall } from '../time/wall-clock.js';
import { instantOf, wallIn } from '../time/zone.js';
import type { Rule } from './rule.js';
import { hasDay } from './rule-times.js';

const MOST_STEPS = 20_000;
const LAST = Date.UTC(9998, 0, 1);
/** No zone has ever moved its clocks on by more within a day, but for whole days. */
const GAP = 3 * HOUR;

/** Instants. */
interface Span {
  from: number;
  before: number;
}

export interface ZonedTime {
  scheduled: Wall;
  due: number;
}

/** HOURLY advances by elapsed hours, so that none is lost or doubled where clocks are moved. */
export function* hourlyTimes(
  rule: Rule,
  start: Wall,
  zone: string,
  { from, before }: Span,
): Generator<ZonedTime> {
  const step = rule.interval * HOUR;
  const [minute = 0] = rule.byminute;
  const begin = instantOf(start, zone);
  // In the hour of the start, at the minute of the rule.
  const anchor = begin + (minute - new Date(start).getUTCMinutes()) * MINUTE;
  const earliest = Math.max(begin, from);
  const end = Math.min(LAST, before);
  let due = anchor + Math.max(0, Math.ceil((earliest - anchor) / step)) * step;
  for (let left = MOST_STEPS; left > 0 && due < end; left--) {
    const scheduled = wallIn(zone, due);
    if (!hasDay(rule, dayOf(scheduled))) {
      const rest = DAY - clockIn(scheduled) - GAP;
      due += Math.max(1, Math.ceil(rest / step)) * step;
      continue;
    }
    const hour = new Date(scheduled).getUTCHours();
    // Of one an hour, the first is the last, and there is no second.
    const isChosen = !rule.bysetpos.length || rule.bysetpos.some((position) => Math.abs(position) === 1);
    if (isChosen && (!rule.byhour.length || rule.byhour.includes(hour))) {
      // The second of a doubled hour is told from the first.
      yield { scheduled: instantOf(scheduled, zone) < due ? scheduled + 1 : scheduled, due };
    }
    due += step;
  }
}
