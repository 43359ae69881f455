import { Cron } from 'croner';
import { Temporal } from 'temporal-polyfill';

/** When a workflow runs by itself. */
export interface Schedule {
  cron?: string;
  timezone?: string;
  every_minutes?: number;
}

const MINUTE = 60_000;
const CLOSEST = 5 * MINUTE;
const DAY = 24 * 60 * MINUTE;
const START = new Date('2024-01-01T00:00:00Z');
const LONGEST = 200;

/**
 * The next time that is later than `now`. Every so many minutes counts from midnight UTC of 1970, so that a late worker
 * moves nothing. Undefined: never again.
 */
export function nextRunAt({ cron, timezone, every_minutes }: Schedule, zone: string, now: Date): Date | undefined {
  if (cron === undefined) {
    const step = Math.max(CLOSEST, (every_minutes ?? 0) * MINUTE);
    return new Date((Math.floor(now.getTime() / step) + 1) * step);
  }
  const clock = new Clock(timezone ?? zone);
  const pattern = patternOf(cron);
  // The pattern is followed on the wall clock, which knows no shifts; each time is then found in the zone.
  for (let wall = pattern.nextRun(clock.wallAt(now)); wall; wall = pattern.nextRun(wall)) {
    const instant = clock.instantOf(wall);
    if (instant > now && !isTooClose(pattern, clock, instant)) return instant;
  }
  return undefined;
}

/** Why a pattern cannot be a schedule. */
export function scheduleProblem(cron: string): string | undefined {
  if (cron.length > LONGEST || cron.trim().split(' ').filter(Boolean).length !== 5)
    return 'Must have five fields: minute, hour, day, month, weekday';
  try {
    return spacingProblem(patternOf(cron));
  } catch {
    return 'Is no schedule';
  }
}

export const isZone = (zone: string): boolean => {
  try {
    // An offset such as +01:00 is no zone: it has no rules for the summer.
    return !/^[+-]/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

function spacingProblem(pattern: Cron): string | undefined {
  const first = pattern.nextRun(START);
  if (!first) return 'Never runs';
  // All days that a pattern names have the same times. The first day is followed into the second.
  const end = Math.floor(first.getTime() / DAY + 1) * DAY;
  for (let [one, next] = [first, pattern.nextRun(first)]; next; [one, next] = [next, pattern.nextRun(next)]) {
    if (next.getTime() - one.getTime() < CLOSEST) return 'Must be at least 5 minutes apart';
    if (next.getTime() >= end) {
      const overMidnight = (first.getTime() % DAY) + DAY - (one.getTime() % DAY);
      return overMidnight < CLOSEST ? 'Must be at least 5 minutes apart' : undefined;
    }
  }
  return undefined;
}

const patternOf = (cron: string) => new Cron(cron.trim(), { mode: '5-part', timezone: 'UTC', paused: true });

/** A time that the clock skipped runs at the shift, and may come right before one that follows the shift. */
function isTooClose(pattern: Cron, clock: Clock, instant: Date): boolean {
  const before = new Date(instant.getTime() - CLOSEST);
  if (clock.offsetAt(before) >= clock.offsetAt(instant)) return false;
  for (let wall = pattern.nextRun(clock.wallAt(before)); wall; wall = pattern.nextRun(wall)) {
    const other = clock.instantOf(wall);
    if (other >= instant) return false;
    if (other > before) return true;
  }
  return false;
}

/** The wall clock of a zone, as dates whose UTC fields are what the clock shows. */
class Clock {
  constructor(private readonly zone: string) {}

  wallAt(instant: Date): Date {
    return new Date(instant.getTime() + this.offsetAt(instant));
  }

  offsetAt(instant: Date): number {
    const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(this.zone);
    return zoned.offsetNanoseconds / 1_000_000;
  }

  /** A time that the clock shows twice is the first one; one that it skips is the moment of the shift. */
  instantOf(wall: Date): Date {
    const shown = Temporal.PlainDateTime.from(wall.toISOString().slice(0, -1));
    const earlier = shown.toZonedDateTime(this.zone, { disambiguation: 'earlier' });
    if (earlier.toPlainDateTime().equals(shown)) return new Date(earlier.epochMilliseconds);
    const shift = earlier.getTimeZoneTransition('next');
    return new Date((shift ?? earlier).epochMilliseconds);
  }
}
