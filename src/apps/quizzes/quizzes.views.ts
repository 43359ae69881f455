import { IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { ListOf, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { AnyResponse } from './attempts/answer.inputs.js';
import { ATTEMPT_STATUSES, type Response } from './entities/quiz-attempt.entity.js';
import { GRADINGS, QUESTION_TYPES, QUIZ_STATUSES, RELEASES, SCORINGS, SHOWN_ANSWERS } from './entities/quiz.entity.js';

/** Its rules: no code, and no questions. */
export class QuizView {
  @Uuid() id!: string;
  @Uuid() owner_id!: string;
  @IsString() title!: string;
  @IsString() instructions!: string;
  @IsIn(QUIZ_STATUSES) status!: string;
  @Nullable() @Uuid() course_id!: string | null;
  @IsBoolean() has_access_code!: boolean;
  @Nullable() @Time() opens_at!: Date | null;
  @Nullable() @Time() closes_at!: Date | null;
  @Nullable() @IsInt() time_limit_seconds!: number | null;
  @Nullable() @IsInt() max_attempts!: number | null;
  @IsInt() attempt_gap_minutes!: number;
  @IsIn(SCORINGS) scoring!: string;
  @Nullable() @IsNumber() pass_percent!: number | null;
  @Nullable() @IsInt() draw_count!: number | null;
  @IsBoolean() shuffle_questions!: boolean;
  @IsBoolean() shuffle_options!: boolean;
  @IsIn(RELEASES) release_score!: string;
  @IsIn(SHOWN_ANSWERS) show_answers!: string;
  @Nullable() @Time() released_at!: Date | null;
  @IsInt() questions_count!: number;
  @Nullable() @Time() published_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

class QuestionFace {
  @Uuid() id!: string;
  @IsIn(QUESTION_TYPES) type!: string;
  @IsString() prompt!: string;
  @Nullable() @Uuid() image_file_id!: string | null;
  /** Works for four hours. */
  @Nullable() @IsString() image_url!: string | null;
  /** What there is to choose from, with ids. */
  @IsObject() data!: object;
  @IsIn(GRADINGS) grading!: string;
  @IsNumber() points!: number;
}

/** As its owner sees it. */
export class QuestionView extends QuestionFace {
  @Uuid() quiz_id!: string;
  @IsObject() answer!: object;
  @IsString() explanation!: string;
  @IsInt() position!: number;
  @IsInt() key_version!: number;
  @Nullable() @Time() retired_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

/** On the paper of an attempt. */
export class PaperQuestion extends QuestionFace {
  /** What is right, where that is shown. */
  @Optional() @IsObject() answer?: object;
  @Optional() @IsString() explanation?: string;
  /** It counts no more. */
  @IsBoolean() dropped!: boolean;
}

export class AttemptView {
  @Uuid() id!: string;
  @Uuid() quiz_id!: string;
  @Uuid() owner_id!: string;
  @IsInt() number!: number;
  @IsBoolean() preview!: boolean;
  @IsIn(ATTEMPT_STATUSES) status!: string;
  @Time() started_at!: Date;
  @Nullable() @Time() due_at!: Date | null;
  @Nullable() @Time() submitted_at!: Date | null;
  @IsBoolean() auto_submitted!: boolean;
  /** Whether the taker may see what follows. */
  @IsBoolean() released!: boolean;
  /** Something is to be marked still. */
  @IsBoolean() provisional!: boolean;
  @Nullable() @IsNumber() score!: number | null;
  @Nullable() @IsNumber() max_score!: number | null;
  @Nullable() @IsNumber() percent!: number | null;
  @Nullable() @IsBoolean() passed!: boolean | null;
  @Nullable() @Time() graded_at!: Date | null;
}

export class AnswerView {
  @Uuid() question_id!: string;
  @AnyResponse() response!: Response;
  @IsInt() revision!: number;
  @Time() saved_at!: Date;
  @Nullable() @IsNumber() points!: number | null;
  @Nullable() @IsString() feedback!: string | null;
  /** Somebody has set the points. */
  @IsBoolean() by_hand!: boolean;
  @Nullable() @Time() graded_at!: Date | null;
}

/** An attempt with its paper. */
export class OpenAttempt {
  @ListOf(() => PaperQuestion) questions!: PaperQuestion[];
  @ListOf(() => AnswerView) answers!: AnswerView[];
  /** Null: there is no end, or it is over. */
  @Nullable() @IsInt() remaining_seconds!: number | null;
}
