import { Refusal } from '../../../platform/http/refusal.js';

export const PERIODS = ['realtime', 'today', 'yesterday', '7d', '30d', 'month', '12mo'] as const;
export type Period = (typeof PERIODS)[number];
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];
export const COMPARISONS = ['none', 'previous', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Local days, both of them counted. */
export interface Range {
  from: string;
  to: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_DAYS = 1100;
/** The longest series by days and by weeks, where the caller does not choose. */
const MOST_DAILY = 92;
const MOST_WEEKLY = 183;
const MONTH = 'YYYY-MM'.length;

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

export const daysIn = ({ from, to }: Range) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** The first day of the month so many months earlier. */
function monthsBefore(day: string, months: number): string {
  const date = new Date(day);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}

/** The days of a period that ends today. */
function daysOf(period: Period, today: string): Range {
  switch (period) {
    case 'realtime':
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case 'month':
      return { from: `${today.slice(0, MONTH)}-01`, to: today };
    case '12mo':
      return { from: monthsBefore(today, 11), to: today };
  }
}

export interface Wanted {
  period?: Period;
  from?: string;
  to?: string;
}

export function rangeOf({ period, from, to }: Wanted, today: string): Range {
  const isOpen = (from === undefined) !== (to === undefined);
  if (isOpen || (period && from !== undefined)) throw new Refusal(400, 'Give either period or from and to');
  if (from === undefined || to === undefined) return daysOf(period ?? '30d', today);
  if (from > to) throw new Refusal(400, 'from must not be after to');
  if (daysIn({ from, to }) > MOST_DAYS) throw new Refusal(400, 'A report covers at most 1100 days');
  return { from, to };
}

/** The days just before, as many as there are; or the same days of the year before. */
export function comparedRange({ from, to }: Range, comparison: Exclude<Comparison, 'none'>): Range {
  if (comparison === 'previous') return { from: addDays(from, -daysIn({ from, to })), to: addDays(from, -1) };
  return { from: yearBefore(from), to: yearBefore(to) };
}

/** The 29th of February becomes the 28th. */
function yearBefore(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const before = String(Number(year) - 1).padStart(4, '0');
  return `${before}-${month}-${month === '02' && date === '29' ? '28' : date}`;
}

export function intervalOf(range: Range, hoursAreKept: boolean): Interval {
  const days = daysIn(range);
  if (days === 1 && hoursAreKept) return 'hour';
  if (days <= MOST_DAILY) return 'day';
  return days <= MOST_WEEKLY ? 'week' : 'month';
}

/** The first day of the week or month that has the day, or the day itself. */
export function beginOf(day: string, interval: Exclude<Interval, 'hour'>, weekStartsOn: 'monday' | 'sunday'): string {
  if (interval === 'day') return day;
  if (interval === 'month') return `${day.slice(0, MONTH)}-01`;
  const weekday = new Date(day).getUTCDay();
  return addDays(day, -(weekStartsOn === 'sunday' ? weekday : (weekday + 6) % 7));
}
