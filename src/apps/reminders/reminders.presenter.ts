import type { OccurrenceRow } from './occurrences/occurrence.repository.js';
import type { SeriesTime } from './recurrence/series.js';
import type { ReminderRow } from './reminder.repository.js';
import type { OccurrenceView, ReminderView, SubjectView, TimeView } from './reminders.views.js';
import { wallText } from './time/wall-clock.js';

/** Reminders fall on whole seconds: the thousandths of what has none are left out. */
const instant = (moment: Date) => moment.toISOString().replace('.000Z', 'Z');
const maybe = (moment: Date | null) => moment && instant(moment);

export function subjectOf({
  subject_app,
  subject_type,
  subject_id,
}: Pick<ReminderRow, 'subject_app' | 'subject_type' | 'subject_id'>): SubjectView | null {
  return subject_app && subject_type && subject_id ? { app: subject_app, type: subject_type, id: subject_id } : null;
}

export function presentReminder(row: ReminderRow): ReminderView {
  const { subject_app, subject_type, subject_id, done_at: _, next_due_at, ...reminder } = row;
  return {
    ...reminder,
    subject: subjectOf({ subject_app, subject_type, subject_id }),
    next_due_at: maybe(next_due_at),
  };
}

export function presentOccurrence(row: OccurrenceRow): OccurrenceView {
  const { owner_id: _, number: __, wakes_at: ___, due_at, snoozed_until, ...occurrence } = row;
  return { ...occurrence, due_at: instant(due_at), snoozed_until: maybe(snoozed_until) };
}

export const presentTime = ({ scheduled, due }: Pick<SeriesTime, 'scheduled' | 'due'>): TimeView => ({
  scheduled_local: wallText(scheduled),
  due_at: instant(new Date(due)),
});

/** What most actions answer. */
export const answerOf = (reminder: ReminderRow, occurrence: OccurrenceRow | undefined) => ({
  reminder: presentReminder(reminder),
  occurrence: occurrence ? presentOccurrence(occurrence) : null,
});
