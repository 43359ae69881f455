import type { LineInput } from '../documents/line.inputs.js';
import { periodEnd } from '../../kernel/calendar/periods.js';
import type { Template } from '../entities/recurring-invoice.entity.js';
import type { Schedule } from './schedule.policy.js';

const PLACE = /\{(date|period_start|period_end|month|year)\}/g;
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

type Calendar = Pick<Schedule, 'start_date' | 'every' | 'unit'>;

/** The lines of the invoice of a date, with the days of its period in their descriptions. */
export function linesOn({ lines }: Template, schedule: Calendar, date: string): LineInput[] {
  const values: Record<string, string> = {
    date,
    period_start: date,
    period_end: periodEnd(schedule.start_date, schedule, date),
    month: MONTH.format(new Date(date)),
    year: date.slice(0, 4),
  };
  return lines.map((line) =>
    line.description === undefined
      ? line
      : { ...line, description: line.description.replace(PLACE, (_, name: string) => values[name] as string) },
  );
}
