import type { Interval } from '../entities/plan.entity.js';

export interface Cycle {
  interval: Interval;
  interval_count: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_OF = { week: 7, month: 30, year: 365 } as const;
const MONTHS_OF = { month: 1, year: 12 } as const;

export const plusDays = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS);
export const secondsBetween = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 1000);

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The day that months are counted from: the given one, unless the period does not begin on it. */
export function anchorOf(start: Date, anchorDay: number): number {
  const day = start.getUTCDate();
  return Math.min(anchorDay, daysIn(start.getUTCFullYear(), start.getUTCMonth())) === day ? anchorDay : day;
}

/** The end of the period that begins then, in UTC: 31 January, 28 February, 31 March. */
export function endOfPeriod(start: Date, { interval, interval_count }: Cycle, anchorDay: number): Date {
  if (interval === 'week') return plusDays(start, 7 * interval_count);
  const month = start.getUTCMonth() + MONTHS_OF[interval] * interval_count;
  const [year, ofYear] = [start.getUTCFullYear() + Math.floor(month / 12), month % 12];
  const end = new Date(start);
  end.setUTCFullYear(year, ofYear, Math.min(anchorOf(start, anchorDay), daysIn(year, ofYear)));
  return end;
}

/** The first start of a period, from `start` on, that is not before `earliest`. */
export function firstStartFrom(start: Date, cycle: Cycle, anchorDay: number, earliest: Date): Date {
  let found = start;
  while (found < earliest) found = endOfPeriod(found, cycle, anchorDay);
  return found;
}

/** Compares prices per day crosswise, without a division: negative where the first is cheaper. */
export function comparePerDay(a: Cycle & { price_minor: number }, b: Cycle & { price_minor: number }): number {
  const difference = BigInt(a.price_minor) * daysOf(b) - BigInt(b.price_minor) * daysOf(a);
  return difference < 0n ? -1 : Number(difference > 0n);
}

const daysOf = ({ interval, interval_count }: Cycle) => BigInt(DAYS_OF[interval] * interval_count);
