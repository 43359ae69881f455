import { IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PersonView } from '../../kernel/rows/person.js';
import { ATTEMPT_STATUSES } from '../entities/quiz-attempt.entity.js';
import { GradebookRepository, type GradebookSort } from '../results/gradebook.repository.js';
import { QUIZ } from '../entities/quiz.entity.js';

class Input extends Page {
  @Uuid() quiz_id!: string;
  @Optional() @IsIn(ATTEMPT_STATUSES) status?: string;
  @Optional() @Uuid() user_id?: string;
  @Optional() @IsBoolean() needs_grading?: boolean;
  /** Of each taker the one that counts; of an average, all that are graded do. */
  @Optional() @IsBoolean() counting_only?: boolean;
  @Optional() @IsBoolean() passed?: boolean;
  @Optional() @IsIn(['newest', 'percent', 'name']) sort?: GradebookSort;
}

class GradebookLine {
  @Uuid() id!: string;
  @Nested(() => PersonView) user!: PersonView;
  @IsInt() number!: number;
  @IsIn(ATTEMPT_STATUSES) status!: string;
  @Nullable() @IsNumber() percent!: number | null;
  @Nullable() @IsBoolean() passed!: boolean | null;
  @Time() started_at!: Date;
  @Nullable() @Time() submitted_at!: Date | null;
  @Nullable() @IsInt() seconds!: number | null;
  @IsBoolean() auto_submitted!: boolean;
  @IsBoolean() counts!: boolean;
}

class SummaryView {
  @IsInt() takers!: number;
  @IsInt() graded!: number;
  @IsInt() to_grade!: number;
  /** Of what takers have reached, as the quiz counts; and who has passed of those of whom anything is graded. */
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
    const attempts = rows.map((row) => {
      const { key: _, ...line } = row;
      return line;
    });
    return { attempts, summary, next_cursor };
  }
}
