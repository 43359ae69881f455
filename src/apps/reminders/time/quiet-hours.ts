import { clockIn, clockOf, DAY, type Wall } from '../../kernel/calendar/wall-clock.js';
import { instantOf, wallIn } from '../../kernel/calendar/zone.js';

interface Quiet {
  quiet_hours: { from: string; to: string } | null;
  timezone: string;
}

/** When the quiet hours end that it is in now; undefined where it is in none. */
export function endOfQuiet({ quiet_hours, timezone }: Quiet, now: number): number | undefined {
  if (!quiet_hours) return undefined;
  const wall = wallIn(timezone, now);
  const [from, to] = [clockOf(quiet_hours.from), clockOf(quiet_hours.to)];
  const clock = clockIn(wall);
  const isQuiet = from <= to ? clock >= from && clock < to : clock >= from || clock < to;
  if (!isQuiet) return undefined;
  const midnight: Wall = wall - clock;
  const end = instantOf(midnight + to + (clock < to ? 0 : DAY), timezone);
  // In the hour that clocks show twice, its end may have been before.
  return end > now ? end : undefined;
}
