import { IsIn, IsInt, Max, Min } from 'class-validator';
import { Hundredths, Nullable } from '../../platform/http/fields.js';
import { type Quiz, SHOWN_ANSWERS } from './entities/quiz.entity.js';

export const TO_GRADE_NOTICES = ['each', 'daily', 'off'] as const;

/** The settings of a teacher. */
export class QuizzesSettings {
  /** For new quizzes; null: no limit. */
  @Nullable() @IsInt() @Min(1) @Max(100) default_max_attempts: number | null = 1;
  /** For new quizzes. */
  @Nullable() @Hundredths(0, 100) default_pass_percent: number | null = null;
  /** For new quizzes. */
  @IsIn(SHOWN_ANSWERS) default_show_answers: Quiz['show_answers'] = 'after_score';
  /** When the teacher is notified that there is something to mark. */
  @IsIn(TO_GRADE_NOTICES) notify_to_grade: (typeof TO_GRADE_NOTICES)[number] = 'daily';
}
