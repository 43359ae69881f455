import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { TimeZone } from '../kernel/calendar/time.fields.js';
import { MOST_RETENTION_DAYS } from './days/site-events.js';

export const WEEK_STARTS = ['monday', 'sunday'] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

export class AnalyticsSettings {
  /** Of new sites. */
  @TimeZone() default_timezone = 'UTC';
  /** How long single events are kept. Figures of days stay. */
  @IsInt() @Min(30) @Max(MOST_RETENTION_DAYS) raw_retention_days = 90;
  /** Events of visitors who send `DNT: 1` or `Sec-GPC: 1` are not recorded. */
  @IsBoolean() respect_opt_out = false;
  /** Of weekly series. */
  @IsIn(WEEK_STARTS) week_starts_on: WeekStart = 'monday';
}
