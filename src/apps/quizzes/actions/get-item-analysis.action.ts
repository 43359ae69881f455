import { IsArray, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { ListOf, Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { QUESTION_TYPES, type Quiz, QUIZ } from '../entities/quiz.entity.js';
import { type AnalysedQuestion, AnalysisRepository, type GivenResponse } from '../results/analysis.repository.js';

const FLAGS = ['too_easy', 'too_hard', 'check_key'] as const;

const MOST_RESPONSES = 10;

class Input {
  @Uuid() quiz_id!: string;
}

class ResponseCount {
  /** The id of the option, or the written text. */
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
  /** The correlation of these points with the rest of the score; null for fewer than ten attempts. */
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

class Result extends answerWith('analysis', () => AnalysisView) {}

@Action('get-item-analysis', {
  access: 'owner',
  target: QUIZ,
  description: 'How the questions of a quiz have done, over the first graded attempt of each taker.',
  input: Input,
  result: Result,
})
export class GetItemAnalysis {
  constructor(private readonly rows: AnalysisRepository) {}

  async run({ target: { id } }: Call<Input, Quiz>): Promise<Result> {
    const [summary, questions, responses] = await Promise.all([
      this.rows.summary(id),
      this.rows.questions(id),
      this.rows.responses(id),
    ]);
    const items = questions.map((row) =>
      itemOf(
        row,
        responses.filter(({ question_id }) => question_id === row.id),
      ),
    );
    return { analysis: { ...summary, questions: items } };
  }
}

function itemOf({ data, ...question }: AnalysedQuestion, given: GivenResponse[]) {
  const { difficulty, discrimination } = question;
  const flags = [
    difficulty !== null && difficulty >= 0.95 && 'too_easy',
    difficulty !== null && difficulty <= 0.2 && 'too_hard',
    discrimination !== null && discrimination < 0 && 'check_key',
  ].filter((flag) => flag !== false);
  return { ...question, responses: responsesOf(data, given), flags };
}

/** Counts every option, chosen or not; of written responses, only the most common. */
function responsesOf({ options }: AnalysedQuestion['data'], given: GivenResponse[]) {
  const counts = new Map(given.map(({ response, count }) => [response, count]));
  if (options) return options.map(({ id, text }) => ({ response: id, text, count: counts.get(id) ?? 0 }));
  return given.slice(0, MOST_RESPONSES).map(({ response, count }) => ({ response, text: response, count }));
}
