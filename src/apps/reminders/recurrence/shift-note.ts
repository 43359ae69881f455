import { wallText } from '../time/wall-clock.js';
import { shiftAt, wallIn } from '../time/zone.js';
import type { Rule } from './rule.js';
import type { Repeating, SeriesTime } from './series.js';

/** What the clocks of the zone do to a time. Where a rule goes by elapsed hours, or by days, they do nothing. */
export function shiftNote(
  { scheduled, due }: SeriesTime,
  { freq }: Rule,
  { timezone, all_day }: Pick<Repeating, 'timezone' | 'all_day'>,
): { note?: string } {
  const shift = all_day || freq === 'HOURLY' ? undefined : shiftAt(scheduled, timezone);
  const clock = wallText(scheduled).slice(11, 16);
  if (shift === 'skipped') {
    const moved = wallText(wallIn(timezone, due)).slice(11, 16);
    return { note: `Clocks go forward: ${clock} does not exist on this day, so it is ${moved}` };
  }
  if (shift === 'doubled') return { note: `Clocks go back: ${clock} comes twice on this day, and the first is meant` };
  return {};
}
