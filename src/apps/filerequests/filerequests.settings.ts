import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { ArrayUnique } from '../../platform/http/fields.js';
import { NAMINGS, type Naming } from './entities/request.entity.js';
import { Extensions, LARGEST_FILE } from './request.inputs.js';

export const EARLIEST_REMINDER_DAYS = 30;

export class FilerequestsSettings {
  /** Of new requests. */
  @IsIn(NAMINGS) naming: Naming = 'uploader_prefix';
  @IsBoolean() subfolders = true;
  @IsInt() @Min(1) @Max(LARGEST_FILE) max_file_bytes = 524_288_000;
  /** Where an item names none. */
  @Extensions(100) blocked_extensions: string[] = ['exe', 'bat', 'cmd', 'com', 'scr', 'msi', 'vbs', 'ps1', 'jar'];
  /** Automatic reminders so many days before a request closes. */
  @IsArray()
  @ArrayMaxSize(5)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(EARLIEST_REMINDER_DAYS, { each: true })
  reminder_days: number[] = [3, 1];
  /** False: one notification a day and request. */
  @IsBoolean() notify_each_submission = true;
}
