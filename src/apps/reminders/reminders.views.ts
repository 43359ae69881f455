import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { Instant, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';

export const REPEAT_FROM = ['schedule', 'completion'] as const;
export const PRIORITIES = ['low', 'normal', 'high'] as const;
export const REMINDER_STATUSES = ['active', 'paused', 'done'] as const;
export const OPEN = ['upcoming', 'due', 'snoozed'] as const;
export const OCCURRENCE_STATUSES = [...OPEN, 'completed', 'skipped', 'missed'] as const;

export class SubjectView {
  @IsString() app!: string;
  @IsString() type!: string;
  @Uuid() id!: string;
}

export class ReminderView {
  @Uuid() id!: string;
  @Uuid() owner_id!: string;
  @IsString() title!: string;
  @Nullable() @IsString() notes!: string | null;
  /** By the clock on the wall. */
  @IsString() start_local!: string;
  @IsString() timezone!: string;
  @IsBoolean() all_day!: boolean;
  @Nullable() @IsString() rrule!: string | null;
  @IsIn(REPEAT_FROM) repeat_from!: (typeof REPEAT_FROM)[number];
  @IsString({ each: true }) exdates!: string[];
  /** Minutes before. */
  @IsInt({ each: true }) alerts!: number[];
  @Nullable() @IsInt() nag_minutes!: number | null;
  @IsIn(PRIORITIES) priority!: (typeof PRIORITIES)[number];
  @IsString({ each: true }) tags!: string[];
  @Nullable() @IsString() link_url!: string | null;
  @Nullable() @Nested(() => SubjectView) subject!: SubjectView | null;
  @IsIn(REMINDER_STATUSES) status!: (typeof REMINDER_STATUSES)[number];
  @Nullable() @Instant() next_due_at!: string | null;
  @IsInt() done_count!: number;
  @Nullable() @IsString() request_key!: string | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class OccurrenceView {
  @Uuid() id!: string;
  @Uuid() reminder_id!: string;
  @IsString() scheduled_local!: string;
  @Instant() due_at!: string;
  @IsIn(OCCURRENCE_STATUSES) status!: (typeof OCCURRENCE_STATUSES)[number];
  @Nullable() @Instant() snoozed_until!: string | null;
  @Nullable() @Time() fired_at!: Date | null;
  @Nullable() @Time() completed_at!: Date | null;
  @IsInt() nags_sent!: number;
  @Time() created_at!: Date;
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
