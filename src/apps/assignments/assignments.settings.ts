import { ArrayUnique, Hundredths } from '../../platform/http/fields.js';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { RELEASES } from './entities/assignment.entity.js';

export const MOST_BYTES = 2 * 1024 ** 3;

/** A teacher's. */
export class AssignmentsSettings {
  /** So many hours before work is due its learners are reminded. */
  @IsArray()
  @ArrayMaxSize(3)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(168, { each: true })
  reminder_hours: number[] = [24];
  /** This and the next three are the defaults of new assignments. */
  @IsIn(RELEASES) release: (typeof RELEASES)[number] = 'manual';
  @IsBoolean() submit_drafts = true;
  @Hundredths(0, 100) late_penalty_percent = 0;
  @IsInt() @Min(1) @Max(MOST_BYTES) max_file_bytes = 104_857_600;
  @IsBoolean() notify_on_submission = true;
}
