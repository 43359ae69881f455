import { ArrayMaxSize, IsArray, IsInt, IsUrl, Max, Min } from 'class-validator';
import { ArrayUnique, Chars, Nullable, saying } from '../../platform/http/fields.js';
import { Currency } from '../../platform/money/amount.field.js';
import { TimeZone } from '../kernel/calendar/time.fields.js';

/** Four weeks. */
export const EARLIEST_REMINDER_MINUTES = 40_320;

export class LiveSessionsSettings {
  /** Until `set-availability` says another one. */
  @TimeZone(saying('Unknown time zone')) timezone = 'UTC';
  /** Of new offerings. */
  @Currency() default_currency = 'usd';
  /** A meeting server that makes a room of any path; null: there is none. */
  @Nullable()
  @Chars(1, 500)
  @IsUrl({ protocols: ['https'], require_protocol: true, require_tld: false, allow_query_components: false })
  meeting_base_url: string | null = null;
  /** How long an unpaid time or seat is held. */
  @IsInt() @Min(30) @Max(120) hold_minutes = 30;
  /** How long before the start participants may join. */
  @IsInt() @Min(0) @Max(60) join_opens_minutes = 15;
  /** Reminders, so many minutes before the start. */
  @IsArray()
  @ArrayMaxSize(3)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(EARLIEST_REMINDER_MINUTES, { each: true })
  reminder_minutes: number[] = [1440, 15];
  /** How long participants see a recording; null: there is no end. */
  @Nullable() @IsInt() @Min(1) @Max(3650) recording_days: number | null = 90;
}
