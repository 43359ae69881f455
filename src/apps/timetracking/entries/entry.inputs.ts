import { ArrayMaxSize, IsArray, IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Instant, Nullable, Optional, Uuid, Words, Written } from '../../../platform/http/fields.js';
import { Price } from '../../kernel/selling/prices.js';

/** What is said of an entry. */
export class EntryInput {
  @Optional() @Nullable() @Uuid() project_id?: string | null;
  @Optional() @Nullable() @Uuid() task_id?: string | null;
  @Optional() @Written(0, 500) description?: string;
  @Optional() @IsArray() @ArrayMaxSize(10) @Words(40, { each: true }) tags?: string[];
  @Optional() @IsBoolean() billable?: boolean;
  /** For an hour; null: the derived one. */
  @Optional() @Nullable() @Price() rate?: number | null;
}

export class TimedInput extends EntryInput {
  @Optional() @Instant() ended_at?: string;
  /** Instead of `ended_at`. */
  @Optional() @IsInt() @Min(1) @Max(Number.MAX_SAFE_INTEGER) duration_seconds?: number;
}

export const ENTRY_REFUSALS = {
  400: ['Task belongs to another project'],
  404: ['Project not found', 'Task not found'],
  409: ['Project is archived', 'Period is locked', 'Entry overlaps another entry', 'At most 500 entries a day'],
};
export const TIME_REFUSALS = [
  'Give ended_at or duration_seconds',
  'End must be after the start',
  'An entry is at most 24 hours',
  'Entry is in the future',
];
