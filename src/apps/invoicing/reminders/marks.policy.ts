import { daysLater } from '../../kernel/calendar/periods.js';
import { clockIn, HOUR, wallText } from '../../kernel/calendar/wall-clock.js';
import { wallIn } from '../../kernel/calendar/zone.js';
import type { InvoicingSettings } from '../invoicing.settings.js';

const FROM_HOUR = 8;
/** Today, and yesterday for the case that the service was down. */
const DAYS_BACK = [0, 1];

/** Unpaid invoices of the owner that are due on the day have come to a mark; of several marks the last counts. */
export interface Mark {
  owner_id: string;
  due_date: string;
  mark: number;
}

type Reminding = Pick<InvoicingSettings, 'timezone' | 'reminder_days'>;

/** What the owner's invoices have come to, or undefined before eight o'clock in their zone. */
export function comeTo(owner_id: string, { timezone, reminder_days }: Reminding, now: number) {
  const wall = wallIn(timezone, now);
  if (clockIn(wall) < FROM_HOUR * HOUR) return undefined;
  const today = wallText(wall).slice(0, 10);
  const last = new Map<string, number>();
  for (const mark of reminder_days) {
    for (const back of DAYS_BACK) {
      const due_date = daysLater(today, -mark - back);
      last.set(due_date, Math.max(mark, last.get(due_date) ?? mark));
    }
  }
  return {
    marks: [...last].map(([due_date, mark]): Mark => ({ owner_id, due_date, mark })),
    /** The first day after the due date is the mark 1. */
    overdue: DAYS_BACK.map((back): Mark => ({ owner_id, due_date: daysLater(today, -1 - back), mark: 1 })),
  };
}
