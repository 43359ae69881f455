import { IsArray, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/action.js';
import { QUESTION_TYPES } from '../entities/quiz-question.entity.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { FLAGS, ItemAnalysis } from '../results/item-analysis.js';
import { QUIZ } from '../targets.js';

class Input {
  @Uuid() quiz_id!: string;
}

class ResponseCount {
  /** The option, or what was written. */
  @IsString() response!: string;
  @IsString() text!: string;
  @IsInt() count!: number;
}

class AnalysedItem {
  @Uuid() id!: string;
  @IsIn(QUESTION_TYPES) type!: string;
  @IsString() prompt!: string;
  @Nullable() @Time() retired_at!: Date | null;
  @IsInt() answered!: number;
  @IsInt() skipped!: number;
  /** The mean share of its points. */
  @Nullable() @IsNumber() difficulty!: number | null;
  /** How far those who reach more in the rest do so here; null under ten attempts. */
  @Nullable() @IsNumber() discrimination!: number | null;
  @ListOf(() => ResponseCount) responses!: ResponseCount[];
  @IsArray() @IsIn(FLAGS, { each: true }) flags!: string[];
}

class AnalysisView {
  @IsInt() attempts!: number;
  @Nullable() @IsNumber() mean!: number | null;
  @Nullable() @IsNumber() median!: number | null;
  @Nullable() @IsNumber() std_dev!: number | null;
  @Nullable() @IsNumber() pass_rate!: number | null;
  @Nullable() @IsInt() median_seconds!: number | null;
  @ListOf(() => AnalysedItem) questions!: AnalysedItem[];
}

class Result {
  @Nested(() => AnalysisView) analysis!: AnalysisView;
}

@Action('get-item-analysis', {
  access: 'owner',
  target: QUIZ,
  description: 'How the questions of a quiz have done, over the first graded attempt of each taker.',
  input: Input,
  result: Result,
})
export class GetItemAnalysis {
  constructor(private readonly analysis: ItemAnalysis) {}

  async run({ target: { id } }: Call<Input, Quiz>): Promise<Result> {
    return { analysis: await this.analysis.of(id) };
  }
}
