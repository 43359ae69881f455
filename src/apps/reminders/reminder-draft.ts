import { Refusal } from '../../platform/http/refusal.js';
import { parseRule } from './recurrence/parse-rule.js';
import { isPlain, ruleText } from './recurrence/rule.js';
import type { Series, SeriesTime } from './recurrence/series.js';
import type { ReminderInput } from './reminder.inputs.js';
import type { Reminder } from './entities/reminder.entity.js';
import type { RemindersSettings } from './reminders.settings.js';
import { isInstant } from '../kernel/calendar/time.fields.js';
import { type Wall, wallOf, wallText } from '../kernel/calendar/wall-clock.js';
import { isTimeZone, wallIn } from '../kernel/calendar/zone.js';

/** All that the owner of a reminder says of it. */
export type Draft = Omit<
  Reminder,
  'id' | 'owner_id' | 'status' | 'next_due_at' | 'done_count' | 'done_at' | 'request_key' | 'created_at' | 'updated_at'
>;

interface When {
  at?: string;
  date?: string;
  timezone?: string;
  rrule?: string | null;
  repeat_from?: Draft['repeat_from'];
}

export type Schedule = Pick<Draft, 'timezone' | 'all_day' | 'rrule' | 'repeat_from'> & {
  start_local?: string;
};

/** A new one, before anything is said of it. */
export const emptyDraft = (settings: RemindersSettings): Omit<Draft, 'title' | 'start_local'> => ({
  notes: null,
  timezone: settings.timezone,
  all_day: false,
  rrule: null,
  repeat_from: 'schedule',
  exdates: [],
  alerts: settings.default_alerts,
  nag_minutes: settings.default_nag_minutes,
  priority: 'normal',
  tags: [],
  link_url: null,
  subject_app: null,
  subject_type: null,
  subject_id: null,
});

/** What it is by what was said now, where else it stays as it was before. */
export function draftOf(
  before: Omit<Draft, 'title' | 'start_local'> & Partial<Draft>,
  input: ReminderInput & { title?: string },
): Draft {
  const schedule = scheduleOf(before, input);
  const { subject, title } = input;
  return {
    ...before,
    ...schedule,
    title: title ?? (before.title as string),
    // Those that were skipped were so by the rule that was.
    exdates: schedule.rrule === before.rrule ? before.exdates : [],
    notes: input.notes === undefined ? before.notes : input.notes,
    alerts: input.alerts === undefined ? before.alerts : [...new Set(input.alerts)],
    nag_minutes: input.nag_minutes === undefined ? before.nag_minutes : input.nag_minutes,
    priority: input.priority ?? before.priority,
    tags: input.tags === undefined ? before.tags : [...new Set(input.tags)],
    link_url: input.link_url === undefined ? before.link_url : input.link_url,
    ...(subject !== undefined && {
      subject_app: subject?.app ?? null,
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
    }),
  };
}

/** When it is and how it repeats; refuses what is no time or no rule. */
export function scheduleOf(before: Schedule, input: When): Schedule & { start_local: string } {
  const { at, date } = input;
  const timezone = input.timezone ?? before.timezone;
  const isGiven = at !== undefined || date !== undefined;
  if ((at !== undefined && date !== undefined) || (!isGiven && before.start_local === undefined))
    throw new Refusal(400, 'Give at or date');
  if (!isTimeZone(timezone)) throw new Refusal(400, 'Unknown time zone');
  const start = startOf(at ?? date, timezone);
  const all_day = isGiven ? date !== undefined : before.all_day;
  const given = input.rrule === undefined ? before.rrule : input.rrule;
  const rule = given === null ? undefined : parseRule(given, { allDay: all_day });
  const repeat_from = input.repeat_from ?? before.repeat_from;
  if (rule && repeat_from === 'completion' && !isPlain(rule))
    throw new Refusal(400, 'repeat_from completion allows only FREQ, INTERVAL, COUNT and UNTIL');
  return {
    start_local: start === undefined ? (before.start_local as string) : wallText(start),
    timezone,
    all_day,
    rrule: rule ? ruleText(rule) : null,
    repeat_from,
  };
}

/** An instant is what the clocks of the zone show then. */
export function startOf(given: string | undefined, timezone: string): Wall | undefined {
  if (given === undefined) return undefined;
  return isInstant(given) ? wallIn(timezone, Date.parse(given)) : wallOf(given);
}

/** The time that it has next; those that are done with already do not come again by the rule. */
export function nextTime(series: Series, { rrule }: Pick<Draft, 'rrule'>, now: Date, done?: Set<string>): SeriesTime {
  for (const time of series.upcoming(+now)) {
    if (rrule === null || !done?.has(wallText(time.scheduled))) return time;
  }
  throw new Refusal(400, rrule === null ? 'Reminder time is in the past' : 'Recurrence has no future occurrence');
}
