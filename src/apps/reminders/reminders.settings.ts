import { ArrayMaxSize, IsArray, IsInt, Max, Min } from 'class-validator';
import { Nested, Nullable, saying } from '../../platform/http/fields.js';
import { ClockTime, TimeZone } from '../kernel/calendar/time.fields.js';

export const MOST_ALERTS = 5;
/** Minutes: four weeks. */
export const EARLIEST_ALERT = 40_320;

class QuietHours {
  @ClockTime() from!: string;
  @ClockTime() to!: string;
}

export class RemindersSettings {
  /** Of new reminders, of what is today, and of the quiet hours. */
  @TimeZone(saying('Unknown time zone')) timezone = 'UTC';
  /** When reminders without a time fire. */
  @ClockTime() all_day_time = '09:00';
  @IsArray()
  @ArrayMaxSize(MOST_ALERTS)
  @IsInt({ each: true })
  @Min(0, { each: true })
  @Max(EARLIEST_ALERT, { each: true })
  default_alerts: number[] = [0];
  @Nullable() @IsInt() @Min(5) @Max(1440) default_nag_minutes: number | null = null;
  /** What falls into them waits for their end. */
  @Nullable() @Nested(() => QuietHours) quiet_hours: QuietHours | null = null;
}
