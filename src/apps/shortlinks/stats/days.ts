import { invalid, Refusal } from '../../../platform/http/refusal.js';
import type { Days } from '../../kernel/stats/app-stats.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT = 30;
const MOST = 366;

/** Of UTC; today and those before it where none are given. */
export function daysOf({ from, to }: Partial<Days>): Days {
  const last = to ?? day(Date.now());
  const first = from ?? day(Date.parse(last) - (DEFAULT - 1) * DAY_MS);
  if (first > last) throw invalid({ field: 'from', message: 'from must not be after to' });
  const length = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (length > MOST) throw new Refusal(400, `Range is at most ${MOST} days`);
  return { from: first, to: last };
}

const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
