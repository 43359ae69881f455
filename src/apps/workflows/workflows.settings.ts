import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { saying } from '../../platform/http/fields.js';
import { TimeZone } from '../kernel/calendar/time.fields.js';

export class WorkflowsSettings {
  /** Of schedules that name none. */
  @TimeZone(saying('Unknown time zone')) timezone = 'UTC';
  @IsInt() @Min(1) @Max(90) run_days = 30;
  /** `failed`: of succeeded runs only the times remain. */
  @IsIn(['all', 'failed']) store_payloads: 'all' | 'failed' = 'all';
  @IsBoolean() notify_failures = true;
  /** Failures in a row; 0: never. */
  @IsInt() @Min(0) @Max(100) auto_pause_after = 10;
}
