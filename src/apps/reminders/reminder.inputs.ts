import { ArrayMaxSize, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { Chars, Nested, Nullable, Optional, Uuid, WebAddress } from '../../platform/http/fields.js';
import { EARLIEST_ALERT, MOST_ALERTS } from './reminders.settings.js';
import { PRIORITIES, REPEAT_FROM } from './entities/reminder.entity.js';
import { CalendarDay, LocalOrInstant } from '../kernel/calendar/time.fields.js';

class SubjectInput {
  @Chars(1, 100) app!: string;
  @Chars(1, 100) type!: string;
  @Uuid() id!: string;
}

/** What is said of a reminder when it is made or changed; null clears. */
export class ReminderInput {
  /** By the clock on the wall of the time zone, or an instant. */
  @Optional() @LocalOrInstant() at?: string;
  @Optional() @CalendarDay() date?: string;
  @Optional() @Chars(1, 100) timezone?: string;
  @Optional() @Nullable() @Chars(1, 500) rrule?: string | null;
  @Optional() @IsIn(REPEAT_FROM) repeat_from?: (typeof REPEAT_FROM)[number];
  /** Minutes before. */
  @Optional()
  @Nullable()
  @IsArray()
  @ArrayMaxSize(MOST_ALERTS)
  @IsInt({ each: true })
  @Min(0, { each: true })
  @Max(EARLIEST_ALERT, { each: true })
  alerts?: number[] | null;
  @Optional() @Nullable() @IsInt() @Min(5) @Max(1440) nag_minutes?: number | null;
  @Optional() @IsIn(PRIORITIES) priority?: (typeof PRIORITIES)[number];
  @Optional()
  @Nullable()
  @IsArray()
  @ArrayMaxSize(10)
  @Chars(1, 40, { each: true })
  tags?: string[] | null;
  @Optional() @Nullable() @Chars(0, 5000) notes?: string | null;
  @Optional() @Nullable() @WebAddress() link_url?: string | null;
  @Optional() @Nullable() @Nested(() => SubjectInput) subject?: SubjectInput | null;
}
