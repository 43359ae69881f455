import { DAY, HOUR, MINUTE } from '../../kernel/calendar/wall-clock.js';

/** The pauses before the first scheduled checks; the later ones follow each hour. */
const FIRST_PAUSES = [1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE);
const LONGEST = 7 * DAY;

export const FIRST_PAUSE = FIRST_PAUSES[0] as number;
export const VERIFIED_PAUSE = DAY;

/** The pause before the next check of a pending domain after so many; undefined after seven days. */
export function pauseAfter(checks: number): number | undefined {
  const pause = FIRST_PAUSES[checks];
  if (pause !== undefined) return pause;
  const begun = FIRST_PAUSES.reduce((sum, one) => sum + one, 0);
  return begun + (checks - FIRST_PAUSES.length + 1) * HOUR <= LONGEST ? HOUR : undefined;
}
