import { HOUR, MINUTE } from '../../kernel/calendar/wall-clock.js';
import type { LiveSession } from '../entities/session.entity.js';
import { EARLIEST_REMINDER_MINUTES } from '../live-sessions.settings.js';

interface Reminding {
  /** The mark that is sent now; undefined: none. */
  mark: number | undefined;
  /** The marks that are done with. */
  sent: number[];
  /** When the session is looked at again: at its next mark, and each hour before, because the host may change the marks. */
  next: Date | null;
}

/**
 * What is due of the marks, which are minutes before the start. `remind_at` is when the session was to be looked at: what
 * lies before it was over when the start was set. Of several marks that came since, the last one is sent.
 */
export function remindingOf(
  { starts_at, remind_at, alerts_sent }: Pick<LiveSession, 'starts_at' | 'remind_at' | 'alerts_sent'>,
  marks: number[],
  now: number,
): Reminding {
  const at = (mark: number) => +starts_at - mark * MINUTE;
  const open = marks.filter((mark) => !alerts_sent.includes(mark));
  const passed = open.filter((mark) => at(mark) <= now);
  const due = passed.filter((mark) => at(mark) >= +(remind_at ?? starts_at));
  const mark = +starts_at > now && due.length ? Math.min(...due) : undefined;
  if (+starts_at <= now) return { mark, sent: passed, next: null };
  const coming = open.filter((one) => at(one) > now).map(at);
  const look = Math.max(now + HOUR, at(EARLIEST_REMINDER_MINUTES));
  return { mark, sent: passed, next: new Date(Math.min(...coming, look, +starts_at)) };
}
