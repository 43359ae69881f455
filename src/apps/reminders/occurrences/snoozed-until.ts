import { startOf } from '../reminder-draft.js';
import { clockOf, DAY, dayOf, HOUR, MINUTE, SECOND, type Wall } from '../time/wall-clock.js';
import { instantOf, wallIn } from '../time/zone.js';
import { weekdayOf } from '../recurrence/rule-days.js';

export const PRESETS = ['later_today', 'tomorrow', 'next_week'] as const;
const LATER_TODAY = 3 * HOUR;

interface Wanted {
  minutes?: number;
  until?: string;
  preset?: (typeof PRESETS)[number];
}

/** To the second, up. */
export function snoozedUntil(
  { minutes, until, preset }: Wanted,
  { timezone, all_day_time }: { timezone: string; all_day_time: string },
  now: Date,
): Date {
  const after = (pause: number) => new Date(Math.ceil((+now + pause) / SECOND) * SECOND);
  if (minutes !== undefined) return after(minutes * MINUTE);
  if (preset === 'later_today') return after(LATER_TODAY);
  if (preset === undefined) return new Date(instantOf(startOf(until, timezone) as Wall, timezone));
  const today = dayOf(wallIn(timezone, +now));
  const days = preset === 'tomorrow' ? 1 : 7 - weekdayOf(today);
  return new Date(instantOf((today + days) * DAY + clockOf(all_day_time), timezone));
}
