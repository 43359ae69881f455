import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Currency } from '../../platform/money/amount.field.js';

export class CoursesSettings {
  /** The teacher's, for new courses. */
  @Currency() default_currency = 'usd';
  /** The teacher is told of sales and of free enrollments. */
  @IsBoolean() notify_on_enrollment = true;
  /** The teacher is told of questions. */
  @IsBoolean() notify_on_comment = true;
  /** The learner is reminded after so many days of silence; 0: never. */
  @IsInt() @Min(0) @Max(90) nudge_after_days = 7;
  /** The learner is told of new lessons and of modules that open. */
  @IsBoolean() notify_new_content = true;
}
