import { type Hours, OpenHours, type Span } from '../../kernel/calendar/open-hours.js';
import { DAY, dayOf, MINUTE } from '../../kernel/calendar/wall-clock.js';
import { wallIn } from '../../kernel/calendar/zone.js';
import type { Offering } from '../entities/offering.entity.js';
import type { BlockedTime } from '../entities/schedule.entity.js';

export type SlotRules = Pick<
  Offering,
  | 'duration_minutes'
  | 'slot_step_minutes'
  | 'buffer_before_minutes'
  | 'buffer_after_minutes'
  | 'min_notice_minutes'
  | 'max_days_ahead'
>;

export type OpenTimes = Hours & { blocked: BlockedTime[] };

/** The starts of this span in the hours of the host, far enough from now and outside the blocked times. */
export function openStarts(times: OpenTimes, rules: SlotRules, within: Span, now: number): number[] {
  const length = rules.duration_minutes * MINUTE;
  const from = Math.max(within.from, now + rules.min_notice_minutes * MINUTE);
  const to = Math.min(within.to, now + rules.max_days_ahead * DAY + 1);
  if (from >= to) return [];
  const starts = new OpenHours(times).starts({ from, to }, { length, step: rules.slot_step_minutes * MINUTE });
  const blocked = blockedSpans(times.blocked).filter((span) => span.from < to + length && span.to > from);
  return starts.filter((start) => blocked.every((span) => span.to <= start || span.from >= start + length));
}

/** Those whose time, with the buffers around it, meets no busy time. Both are in order, and no busy times overlap. */
export function freeOf(starts: number[], busy: Span[], rules: SlotRules): number[] {
  const before = rules.buffer_before_minutes * MINUTE;
  const after = (rules.duration_minutes + rules.buffer_after_minutes) * MINUTE;
  let at = 0;
  return starts.filter((start) => {
    while (at < busy.length && (busy[at] as Span).to <= start - before) at++;
    const next = busy[at];
    return !next || next.from >= start + after;
  });
}

/** Whether the span lies in the hours of the host and outside the blocked times. */
export function isOpen(times: OpenTimes, span: Span): boolean {
  const [open] = new OpenHours(times).spans(span);
  const isCovered = open?.from === span.from && open.to === span.to;
  return isCovered && blockedSpans(times.blocked).every(({ from, to }) => to <= span.from || from >= span.to);
}

const blockedSpans = (blocked: BlockedTime[]) =>
  blocked.map(({ starts_at, ends_at }): Span => ({ from: Date.parse(starts_at), to: Date.parse(ends_at) }));

/** The day of the host on which it begins. */
export const dayIn = (timezone: string, start: number) => dayOf(wallIn(timezone, start));
