import { Temporal } from 'temporal-polyfill';
import { clockOf, DAY, dayOf, MINUTE, type Wall } from './wall-clock.js';
import { instantOf, shiftAt, wallIn } from './zone.js';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** `['09:00', '12:00']`; an end of `24:00` is midnight. */
export type ClockRange = [from: string, to: string];
export type WeeklyHours = Partial<Record<(typeof WEEKDAYS)[number], ClockRange[]>>;

export interface Hours {
  timezone: string;
  weekly: WeeklyHours;
  /** Days whose ranges replace those of their weekday; without ranges, the day is off. */
  overrides: { date: string; ranges: ClockRange[] }[];
}

/** From a moment to another one, which does not belong to it; milliseconds. */
export interface Span {
  from: number;
  to: number;
}

interface Lengths {
  /** Milliseconds. */
  length: number;
  step: number;
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => WEEKDAYS[(((day + 3) % 7) + 7) % 7] as (typeof WEEKDAYS)[number];
const dayText = (day: number) => new Date(day * DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The ranges of a week and of single days, as a clock of the zone shows them, turned into instants day by day. */
export class OpenHours {
  private readonly overrides: Map<string, ClockRange[]>;

  constructor(private readonly hours: Hours) {
    this.overrides = new Map(hours.overrides.map(({ date, ranges }) => [date, ranges]));
  }

  /** What is open of this span, in order; ranges that touch are one. */
  spans(within: Span): Span[] {
    const joined: Span[] = [];
    for (const { from, to } of this.days(within).flatMap((day) => day.ranges.map((range) => day.spanOf(range)))) {
      const [begin, end] = [Math.max(from, within.from), Math.min(to, within.to)];
      if (begin >= end) continue;
      const last = joined.at(-1);
      if (last && begin <= last.to) last.to = Math.max(last.to, end);
      else joined.push({ from: begin, to: end });
    }
    return joined;
  }

  /**
   * The moments of this span at which something of this length may begin: step by step from the beginning of each range,
   * on the clock. A time that clocks skip is left out, and one that they show twice counts once, the first time.
   */
  starts(within: Span, lengths: Lengths): number[] {
    return this.days(within)
      .flatMap((day) => day.ranges.flatMap((range) => day.startsOf(range, lengths)))
      .filter((start) => start >= within.from && start < within.to);
  }

  private days({ from, to }: Span): ZonedDay[] {
    const { timezone } = this.hours;
    const first = dayOf(wallIn(timezone, from));
    const last = dayOf(wallIn(timezone, to));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
      .map((day) => ({ day, ranges: this.rangesOf(day) }))
      .filter(({ ranges }) => ranges.length)
      .map(({ day, ranges }) => new ZonedDay(day, timezone, ranges));
  }

  private rangesOf(day: number): ClockRange[] {
    const ranges = this.overrides.get(dayText(day)) ?? this.hours.weekly[weekdayOf(day)] ?? [];
    return ranges.toSorted(([a], [b]) => clockOf(a) - clockOf(b));
  }
}

/** One day on the clocks of a zone. */
class ZonedDay {
  private readonly midnight: Wall;
  private readonly beginsAt: number;
  /** True: the clocks of the zone do not change on this day, so no time has to be looked up. */
  private readonly isEven: boolean;

  constructor(
    day: number,
    private readonly zone: string,
    readonly ranges: ClockRange[],
  ) {
    this.midnight = day * DAY;
    this.beginsAt = instantOf(this.midnight, zone);
    this.isEven = instantOf(this.midnight + DAY, zone) - this.beginsAt === DAY;
  }

  spanOf([from, to]: ClockRange): Span {
    return { from: this.boundary(clockOf(from)), to: this.boundary(clockOf(to)) };
  }

  startsOf([from, to]: ClockRange, { length, step }: Lengths): number[] {
    const end = this.boundary(clockOf(to));
    const starts: number[] = [];
    for (let clock = clockOf(from); clock < clockOf(to); clock += step) {
      const start = this.at(clock);
      if (start !== undefined && start + length <= end) starts.push(start);
    }
    return starts;
  }

  /** Undefined: clocks skip it. */
  private at(clock: number): number | undefined {
    if (this.isEven) return this.beginsAt + clock;
    const wall = this.midnight + clock;
    return shiftAt(wall, this.zone) === 'skipped' ? undefined : instantOf(wall, this.zone);
  }

  /** A range that begins or ends in what clocks skip begins or ends when they do so. */
  private boundary(clock: number): number {
    return this.at(clock) ?? transitionBefore(instantOf(this.midnight + clock, this.zone), this.zone);
  }
}

/** When the clocks of the zone changed last, up to this moment. */
function transitionBefore(instant: number, zone: string): number {
  const after = Temporal.Instant.fromEpochMilliseconds(instant + MINUTE).toZonedDateTimeISO(zone);
  return after.getTimeZoneTransition('previous')?.epochMilliseconds ?? instant;
}

/** Whether no two ranges of a day share time. */
export function areApart(ranges: ClockRange[]): boolean {
  const sorted = ranges.toSorted(([a], [b]) => clockOf(a) - clockOf(b));
  return sorted.every(([from], at) => at === 0 || clockOf(from) >= clockOf((sorted[at - 1] as ClockRange)[1]));
}

export const isForwards = ([from, to]: ClockRange) => clockOf(from) < clockOf(to);
