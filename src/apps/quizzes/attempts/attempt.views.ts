import { applyDecorators } from '@nestjs/common';
import { IsBoolean, IsInt, IsObject, IsString, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { ListOf, Nullable, Optional } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { QuizAnswer, QuizAttempt, type Response } from '../entities/quiz-attempt.entity.js';
import { type QuestionData, type QuestionKey, QuizQuestion } from '../entities/quiz.entity.js';

const DESCRIPTION =
  'An id, ids, a truth, a number or a text, as the type of the question has it; of matching, the right id to each left one.';

/** Null removes the answer. */
export const AnyResponse = () =>
  applyDecorators(
    ValidateBy({
      name: 'response',
      validator: {
        validate: (value) => value !== undefined,
        defaultMessage: () => '$property is needed, and may be null',
      },
    }),
    JSONSchema(() => ({ description: DESCRIPTION })),
  );

const PAPER_COLUMNS = ['id', 'type', 'prompt', 'image_file_id', 'data', 'grading', 'points'] as const;

/** On the paper of an attempt. */
export class PaperQuestion extends viewOf(QuizQuestion, { only: PAPER_COLUMNS }) {
  /** Works for four hours. */
  @Nullable() @IsString() image_url!: string | null;
  /** What there is to choose from, with ids. */
  @IsObject() declare data: QuestionData;
  /** What is right, where that is shown. */
  @Optional() @IsObject() answer?: QuestionKey;
  @Optional() @IsString() explanation?: string;
  /** True: it no longer counts. */
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
  'score',
  'max_score',
  'percent',
  'passed',
  'graded_at',
] as const;

export class AttemptView extends viewOf(QuizAttempt, { only: ATTEMPT_COLUMNS }) {
  /** True: the taker may see the score. */
  @IsBoolean() released!: boolean;
  /** True: an answer is still to be graded. */
  @IsBoolean() provisional!: boolean;
}

const ANSWER_COLUMNS = ['question_id', 'response', 'revision', 'saved_at', 'points', 'feedback', 'graded_at'] as const;

export class AnswerView extends viewOf(QuizAnswer, { only: ANSWER_COLUMNS }) {
  @AnyResponse() declare response: Response;
  /** Somebody has set the points. */
  @IsBoolean() by_hand!: boolean;
}

/** An attempt with its paper. */
export class OpenAttempt {
  @ListOf(() => PaperQuestion) questions!: PaperQuestion[];
  @ListOf(() => AnswerView) answers!: AnswerView[];
  /** Null: there is no deadline, or the attempt is finished. */
  @Nullable() @IsInt() remaining_seconds!: number | null;
}

const HIDDEN_SCORE = { score: null, max_score: null, percent: null, passed: null, graded_at: null };
const HIDDEN_GRADE = { points: null, feedback: null, graded_at: null };

/** `released`: to the taker; `isShown`: the caller may see the score. */
export function presentAttempt(row: QuizAttempt, released: boolean, isShown: boolean): AttemptView {
  const hasScore = isShown && row.status !== 'in_progress';
  return {
    ...present(AttemptView, row),
    ...(!hasScore && HIDDEN_SCORE),
    released,
    provisional: hasScore && row.status === 'submitted',
  };
}

export const presentAnswer = (row: QuizAnswer, isShown: boolean): AnswerView => ({
  ...present(AnswerView, row),
  ...(!isShown && HIDDEN_GRADE),
  by_hand: isShown && row.graded_by !== null,
});
