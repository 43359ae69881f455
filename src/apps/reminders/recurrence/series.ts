import { clockIn, DAY, dayOf, HOUR, type Wall, wallOf } from '../../kernel/calendar/wall-clock.js';
import { instantOf, later, wallIn } from '../../kernel/calendar/zone.js';
import { hourlyTimes, type Span, type ZonedTime } from './hourly-times.js';
import { parseRule } from './parse-rule.js';
import type { Rule } from './rule.js';
import { filledFrom, timesOf } from './rule-times.js';

export interface Repeating {
  /** `2026-03-31T09:00:00` */
  start_local: string;
  timezone: string;
  all_day: boolean;
  rrule: string | null;
  repeat_from: 'schedule' | 'completion';
  exdates: string[];
}

/** A time of a reminder, and the how manieth of its rule it is: what was skipped is counted. */
export interface SeriesTime extends ZonedTime {
  number: number;
}

/** The first of them, as many as there are. */
export function take<T>(times: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  if (most > 0) for (const time of times) if (taken.push(time) >= most) break;
  return taken;
}

const UNITS = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' } as const;

/** All times of a reminder: its rule goes by the wall clock, and each result is an instant in its zone. */
export class Series {
  /** Every part of it said. */
  private readonly rule: Rule | undefined;
  private readonly start: Wall;
  private readonly skipped: Set<Wall>;

  constructor(
    private readonly of: Repeating,
    /** When a day without a time is due. */
    private readonly allDayClock: number,
  ) {
    this.start = wallOf(of.start_local) as Wall;
    this.rule = of.rrule === null ? undefined : filledFrom(parseRule(of.rrule, { allDay: of.all_day }), this.start);
    this.skipped = new Set(of.exdates.map((text) => wallOf(text) as Wall));
  }

  /** It goes on by itself, whatever is done about it. */
  get isScheduled(): boolean {
    return this.rule !== undefined && this.of.repeat_from === 'schedule';
  }

  /** From its start, what was skipped left out; of a reminder that does not repeat, the one time. */
  *all(): Generator<SeriesTime> {
    if (!this.rule) yield this.time(this.start, 1);
    else yield* this.unskipped(this.numbered(this.candidates(this.start, -Infinity), 0));
  }

  /** Those after now. Only a rule that counts has to be followed from its start. */
  *upcoming(now: number): Generator<SeriesTime> {
    const near = wallIn(this.of.timezone, now) - DAY;
    const times =
      this.rule?.count || !this.rule ? this.all() : this.unskipped(this.numbered(this.candidates(near, now), 0));
    for (const time of times) if (time.due > now) yield time;
  }

  /** Those that follow by the rule, due at `from` or later; not looked for further than about `before`. */
  *after({ scheduled, due, number }: SeriesTime, span: Partial<Span> = {}): Generator<SeriesTime> {
    const { from = due + 1, before = Infinity } = span;
    const instant = this.rule?.count ? due + 1 : Math.max(from, due + 1);
    const wall = Math.max(scheduled + 1, wallIn(this.of.timezone, instant) - DAY);
    const times = this.numbered(this.candidates(wall, instant, before), number);
    for (const time of this.unskipped(times)) if (time.due >= from) yield time;
  }

  /** Whether it is one of its times, past or to come, skipped or not. */
  includes(scheduled: Wall): boolean {
    const from = this.rule?.count ? this.start : scheduled;
    const instant = this.rule?.count ? -Infinity : instantOf(scheduled, this.of.timezone);
    for (const each of this.numbered(this.candidates(from, instant), 0))
      if (each.scheduled >= scheduled) return each.scheduled === scheduled;
    return false;
  }

  /** What follows one that was done then, where it goes by that. */
  afterCompletion(done: number, number: number): SeriesTime | undefined {
    if (!this.rule) return undefined;
    const { freq, interval } = this.rule;
    const { timezone } = this.of;
    if (freq === 'HOURLY') {
      const due = done + interval * HOUR;
      return this.within({ scheduled: wallIn(timezone, due), due, number: number + 1 });
    }
    const day = dayOf(wallIn(timezone, done)) * DAY;
    return this.within(this.time(later(day, UNITS[freq], interval) + clockIn(this.start), number + 1));
  }

  isSkipped(scheduled: Wall): boolean {
    return this.skipped.has(scheduled);
  }

  private *candidates(from: Wall, instant: number, before = Infinity): Generator<ZonedTime> {
    const { rule } = this;
    if (!rule) return;
    if (rule.freq === 'HOURLY') yield* hourlyTimes(rule, this.start, this.of.timezone, { from: instant, before });
    else yield* this.distinct(rule, from, before + DAY);
  }

  /**
   * Where clocks skip an hour, a rule for 02:30 and 03:30 falls on one instant twice: that is one occurrence, the first.
   * The day before `from` is looked at too, so that this does not depend on where the caller begins to look.
   */
  private *distinct(rule: Rule, from: Wall, before: Wall): Generator<ZonedTime> {
    let last: number | undefined;
    for (const scheduled of timesOf(rule, this.start, from - DAY, before)) {
      const time = this.time(scheduled, 0);
      if (time.due !== last && scheduled >= from) yield time;
      last = time.due;
    }
  }

  private *numbered(times: Iterable<ZonedTime>, before: number): Generator<SeriesTime> {
    let number = before;
    for (const { scheduled, due } of times) {
      const time = this.within({ scheduled, due, number: ++number });
      if (!time) return;
      yield time;
    }
  }

  private *unskipped(times: Iterable<SeriesTime>): Generator<SeriesTime> {
    for (const time of times) if (!this.skipped.has(time.scheduled)) yield time;
  }

  /** Undefined where the rule has ended before. */
  private within(time: SeriesTime): SeriesTime | undefined {
    const { count, until } = this.rule ?? {};
    if (count !== undefined && time.number > count) return undefined;
    if (until?.wall !== undefined && time.scheduled > until.wall) return undefined;
    if (until?.instant === undefined) return time;
    const at = this.of.all_day ? instantOf(time.scheduled, this.of.timezone) : time.due;
    return at > until.instant ? undefined : time;
  }

  private time(scheduled: Wall, number: number): SeriesTime {
    const clock = this.of.all_day ? this.allDayClock : 0;
    return { scheduled, due: instantOf(scheduled + clock, this.of.timezone), number };
  }
}
