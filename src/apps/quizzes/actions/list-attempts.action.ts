import { IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PersonView } from '../../kernel/rows/person.js';
import { viewOf } from '../../kernel/rows/view.js';
import { ATTEMPT_STATUSES, QuizAttempt } from '../entities/quiz-attempt.entity.js';
import { ATTEMPT_COLUMNS, GradebookRepository, type GradebookSort } from '../results/gradebook.repository.js';
import { QUIZ } from '../entities/quiz.entity.js';

class Input extends Page {
  @Uuid() quiz_id!: string;
  @Optional() @IsIn(ATTEMPT_STATUSES) status?: string;
  @Optional() @Uuid() user_id?: string;
  @Optional() @IsBoolean() needs_grading?: boolean;
  /** Only the attempt of each taker that counts. If the average counts, all graded attempts do. */
  @Optional() @IsBoolean() counting_only?: boolean;
  @Optional() @IsBoolean() passed?: boolean;
  @Optional() @IsIn(['newest', 'percent', 'name']) sort?: GradebookSort;
}

class GradebookLine extends viewOf(QuizAttempt, { only: ATTEMPT_COLUMNS }) {
  @Nested(() => PersonView) user!: PersonView;
  @Nullable() @IsInt() seconds!: number | null;
  @IsBoolean() counts!: boolean;
}

class SummaryView {
  @IsInt() takers!: number;
  @IsInt() graded!: number;
  @IsInt() to_grade!: number;
  /** Of the results of all takers with a graded attempt. */
  @Nullable() @IsNumber() mean!: number | null;
  @Nullable() @IsNumber() pass_rate!: number | null;
}

class Result {
  @ListOf(() => GradebookLine) attempts!: GradebookLine[];
  @Nested(() => SummaryView) summary!: SummaryView;
  @Nullable() @IsString() next_cursor!: string | null;
}

@Action('list-attempts', {
  access: 'owner',
  target: QUIZ,
  description: 'The gradebook: who has taken a quiz, and with what result.',
  input: Input,
  result: Result,
})
export class ListAttempts {
  constructor(private readonly gradebook: GradebookRepository) {}

  async run({ input }: Call<Input>): Promise<Result> {
    const { quiz_id, cursor, limit, sort = 'newest', ...filters } = input;
    const [{ rows, next_cursor }, summary] = await Promise.all([
      this.gradebook.list(quiz_id, filters, sort, pageQuery({ cursor, limit })),
      this.gradebook.summary(quiz_id),
    ]);
    return { attempts: rows, summary, next_cursor };
  }
}
