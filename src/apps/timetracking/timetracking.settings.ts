import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { Nullable, saying } from '../../platform/http/fields.js';
import { Currency } from '../../platform/money/amount.field.js';
import { TimeZone } from '../kernel/calendar/time.fields.js';
import { Price } from '../kernel/selling/prices.js';
import {
  type Rounding,
  ROUNDING_MINUTES,
  ROUNDING_MODES,
  ROUNDING_SCOPES,
  type RoundingMode,
} from './billing/rounding.policy.js';

export const WEEK_STARTS = ['monday', 'sunday'] as const;

export class TimetrackingSettings {
  /** Of days and locks. */
  @TimeZone(saying('Unknown time zone')) timezone = 'UTC';
  @IsIn(WEEK_STARTS) week_start: (typeof WEEK_STARTS)[number] = 'monday';
  /** Of projects without a client. */
  @Currency() default_currency = 'usd';
  /** For an hour. */
  @Nullable() @Price() default_rate: number | null = null;
  /** Of entries without a project. */
  @IsBoolean() default_billable = true;
  /** For reports and invoices; 0: exact. */
  @IsIn(ROUNDING_MINUTES) rounding_minutes: number = 0;
  @IsIn(ROUNDING_MODES) rounding_mode: RoundingMode = 'up';
  @IsIn(ROUNDING_SCOPES) rounding_scope: Rounding['scope'] = 'entry';
  /** Starting a timer ends the one that runs. */
  @IsBoolean() stop_running = true;
  @IsBoolean() allow_overlap = true;
  /** Then a forgotten timer is ended. */
  @IsInt() @Min(1) @Max(24) max_timer_hours = 12;
}
