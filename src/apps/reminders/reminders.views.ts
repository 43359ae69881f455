import { IsIn, IsString } from 'class-validator';
import { Instant, Nested, Nullable, Optional, Uuid } from '../../platform/http/fields.js';
import { present, viewOf } from '../kernel/rows/view.js';
import { OCCURRENCE_STATUSES, Reminder, ReminderOccurrence } from './entities/reminder.entity.js';
import type { SeriesTime } from './recurrence/series.js';
import { wallText } from '../kernel/calendar/wall-clock.js';

export class SubjectView {
  @IsString() app!: string;
  @IsString() type!: string;
  @Uuid() id!: string;
}

const SUBJECT = ['subject_app', 'subject_type', 'subject_id'] as const;

export class ReminderView extends viewOf(Reminder, { without: [...SUBJECT, 'done_at', 'next_due_at'] }) {
  @Nullable() @Nested(() => SubjectView) subject!: SubjectView | null;
  @Nullable() @Instant() next_due_at!: string | null;
}

const INSTANTS = ['due_at', 'snoozed_until'] as const;

export class OccurrenceView extends viewOf(ReminderOccurrence, {
  without: ['owner_id', 'number', 'wakes_at', ...INSTANTS],
}) {
  @Instant() due_at!: string;
  @Nullable() @Instant() snoozed_until!: string | null;
}

/** A time to come that has no row yet. */
export class TimeView {
  @IsString() scheduled_local!: string;
  @Instant() due_at!: string;
}

export class PreviewTimeView extends TimeView {
  /** What the clocks of the zone do to it. */
  @Optional() @IsString() note?: string;
}

/** In a list: of a time to come that has no row yet, there is no id. */
export class ListedOccurrenceView extends TimeView {
  @Nullable() @Uuid() id!: string | null;
  @IsIn(OCCURRENCE_STATUSES) status!: (typeof OCCURRENCE_STATUSES)[number];
}

export class ListedReminderView extends ReminderView {
  @Nullable() @Nested(() => ListedOccurrenceView) occurrence!: ListedOccurrenceView | null;
}

/** What most actions answer. */
export class ReminderResult {
  @Nested(() => ReminderView) reminder!: ReminderView;
  /** The open one. */
  @Nullable() @Nested(() => OccurrenceView) occurrence!: OccurrenceView | null;
}

/** Reminders fall on whole seconds, so the thousandths are left out where there are none. */
const instant = (moment: Date) => moment.toISOString().replace('.000Z', 'Z');
const maybe = (moment: Date | null) => moment && instant(moment);

export const subjectOf = ({
  subject_app: app,
  subject_type: type,
  subject_id: id,
}: Pick<Reminder, (typeof SUBJECT)[number]>) => (app && type && id ? { app, type, id } : null);

export const presentReminder = (row: Reminder): ReminderView => ({
  ...present(ReminderView, row),
  subject: subjectOf(row),
  next_due_at: maybe(row.next_due_at),
});

export const presentOccurrence = (row: ReminderOccurrence): OccurrenceView => ({
  ...present(OccurrenceView, row),
  due_at: instant(row.due_at),
  snoozed_until: maybe(row.snoozed_until),
});

export const presentTime = ({ scheduled, due }: Pick<SeriesTime, 'scheduled' | 'due'>): TimeView => ({
  scheduled_local: wallText(scheduled),
  due_at: instant(new Date(due)),
});

/** What most actions answer. */
export const answerOf = (reminder: Reminder, occurrence: ReminderOccurrence | undefined): ReminderResult => ({
  reminder: presentReminder(reminder),
  occurrence: occurrence ? presentOccurrence(occurrence) : null,
});
