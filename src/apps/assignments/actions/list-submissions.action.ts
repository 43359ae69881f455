import { IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/action.js';
import { Page, pageQuery } from '../../kernel/page.js';
import { AttemptView, MarkedLearner } from '../assignments.views.js';
import { LEARNER_STATUSES } from '../entities/assignment-learner.entity.js';
import {
  ROSTER_FILTERS,
  ROSTER_SORTS,
  type RosterFilter,
  RosterRepository,
  type RosterSort,
} from '../learners/roster.repository.js';
import { ASSIGNMENT } from '../targets.js';

class Input extends Page {
  @Uuid() assignment_id!: string;
  @Optional() @IsIn(ROSTER_FILTERS) filter?: RosterFilter;
  @Optional() @IsIn(ROSTER_SORTS) sort?: RosterSort;
}

class CountedView extends AttemptView {
  @IsBoolean() late!: boolean;
  @Nullable() @IsNumber() score!: number | null;
  @IsNumber() penalty!: number;
  @IsInt() version!: number;
}

class RowView {
  @Nested(() => MarkedLearner) learner!: MarkedLearner;
  @IsIn(LEARNER_STATUSES) learner_status!: string;
  @IsIn(['to_do', 'submitted', 'graded', 'revision', 'missing', 'excused']) state!: string;
  /** The attempt that counts. */
  @Nullable() @Nested(() => CountedView) submission!: CountedView | null;
  /** What was handed in last, which is the one to grade. */
  @Nullable() @Uuid() latest_submission_id!: string | null;
  @Nullable() @Time() draft_since!: Date | null;
}

/** Of active learners. */
class SummaryView {
  @IsInt() learners!: number;
  @IsInt() excused!: number;
  @IsInt() submitted!: number;
  @IsInt() to_grade!: number;
  @IsInt() graded!: number;
  @IsInt() revision!: number;
  @IsInt() late!: number;
  @IsInt() missing!: number;
  @IsInt() released!: number;
  @Nullable() @IsNumber() average_percent!: number | null;
}

class Result {
  @ListOf(() => RowView) rows!: RowView[];
  @Nullable() @IsString() next_cursor!: string | null;
  @Nested(() => SummaryView) summary!: SummaryView;
}

@Action('list-submissions', {
  access: 'owner',
  target: ASSIGNMENT,
  description: 'Every learner with the attempt that counts, those who handed in nothing as well.',
  input: Input,
  result: Result,
})
export class ListSubmissions {
  constructor(private readonly roster: RosterRepository) {}

  async run({ input }: Call<Input>) {
    const { assignment_id, filter = 'all', sort = 'submitted' } = input;
    const [{ rows, next_cursor }, summary] = await Promise.all([
      this.roster.list(assignment_id, filter, sort, pageQuery(input)),
      this.roster.summary(assignment_id),
    ]);
    return { rows: rows.map(({ id: _, key: __, ...row }) => row), next_cursor, summary };
  }
}
