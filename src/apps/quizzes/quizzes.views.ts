import { IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { ListOf, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { AnyResponse } from './attempts/answer.inputs.js';
import { QuizAttempt, type Response } from './entities/quiz-attempt.entity.js';
import { viewOf } from '../kernel/rows/view.js';
import { GRADINGS, Quiz, QUESTION_TYPES } from './entities/quiz.entity.js';

/** The rules of a quiz, without its code and its questions. */
export class QuizView extends viewOf(Quiz, { without: ['access_code_hash', 'pass_percent'] }) {
  @IsBoolean() has_access_code!: boolean;
  @Nullable() @IsNumber() pass_percent!: number | null;
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

const ATTEMPT_COLUMNS = [
  'id',
  'quiz_id',
  'owner_id',
  'number',
  'preview',
  'status',
  'started_at',
  'due_at',
  'submitted_at',
  'auto_submitted',
  'passed',
  'graded_at',
] as const;

export class AttemptView extends viewOf(QuizAttempt, { only: ATTEMPT_COLUMNS }) {
  /** True: the taker may see the score. */
  @IsBoolean() released!: boolean;
  /** True: an answer is still to be graded. */
  @IsBoolean() provisional!: boolean;
  @Nullable() @IsNumber() score!: number | null;
  @Nullable() @IsNumber() max_score!: number | null;
  @Nullable() @IsNumber() percent!: number | null;
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
