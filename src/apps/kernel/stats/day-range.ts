import { Day, Optional } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import type { Days } from './app-stats.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT = 30;
const MOST = 366;

export const TOO_MANY_DAYS = `Range is at most ${MOST} days`;

/** The part of the input of figures of one thing. */
export class DaysAsked {
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
}

/** Days in UTC; without any, today and the 29 days before it. */
export function daysOf({ from, to }: Partial<Days>): Days {
  const last = to ?? day(Date.now());
  const first = from ?? day(Date.parse(last) - (DEFAULT - 1) * DAY_MS);
  if (first > last) throw invalid({ field: 'from', message: 'from must not be after to' });
  const length = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (length > MOST) throw new Refusal(400, TOO_MANY_DAYS);
  return { from: first, to: last };
}

const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
