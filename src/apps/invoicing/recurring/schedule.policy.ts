import { daysLater, periodDays } from '../../kernel/calendar/periods.js';
import type { RecurringInvoice } from '../entities/recurring-invoice.entity.js';

export type Schedule = Pick<
  RecurringInvoice,
  'start_date' | 'every' | 'unit' | 'next_date' | 'end_date' | 'max_count' | 'made_count'
>;

const SHOWN = 3;
/** The calendar ends there. */
export const LAST_START = '2900-01-01';

/** The next dates, without those after the end and beyond the number of invoices. */
export function nextDates(schedule: Schedule, most = SHOWN): string[] {
  const { start_date, next_date, end_date, max_count, made_count } = schedule;
  if (next_date === null) return [];
  const left = max_count === null ? most : Math.min(most, max_count - made_count);
  return left > 0 ? periodDays(start_date, schedule, next_date, left, end_date) : [];
}

/** The first date from this day on, or null if there is none. */
export const dateFrom = (schedule: Schedule, day: string): string | null =>
  nextDates({ ...schedule, next_date: day }, 1)[0] ?? null;

/** What comes after the invoice of a date. */
export const dateAfter = (schedule: Schedule, date: string): string | null => dateFrom(schedule, daysLater(date, 1));

/** The schedule from this day on. A day that is none of its dates is where it begins anew. */
export function movedTo<Given extends Schedule>(schedule: Given, day: string): Given {
  const [first] = periodDays(schedule.start_date, schedule, day, 1);
  return { ...schedule, start_date: first === day ? schedule.start_date : day, next_date: day };
}
