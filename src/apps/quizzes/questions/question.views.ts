import { IsObject, IsString } from 'class-validator';
import { Nullable } from '../../../platform/http/input/fields.js';
import { viewOf } from '../../kernel/rows/view.js';
import { type QuestionData, type QuestionKey, QuizQuestion } from '../entities/quiz.entity.js';

/** As its owner sees it. */
export class QuestionView extends viewOf(QuizQuestion) {
  /** Works for four hours. */
  @Nullable() @IsString() image_url!: string | null;
  /** What there is to choose from, with ids. */
  @IsObject() declare data: QuestionData;
  @IsObject() declare answer: QuestionKey;
}
