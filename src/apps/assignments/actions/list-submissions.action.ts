import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import {
  ROSTER_FILTERS,
  ROSTER_SORTS,
  type RosterFilter,
  RosterRepository,
  type RosterSort,
} from '../learners/roster.repository.js';
import { presentRow, RowView, SummaryView } from '../learners/roster.views.js';
import { ASSIGNMENT } from '../entities/assignment.entity.js';

class Input extends Page {
  @Uuid() assignment_id!: string;
  @Optional() @IsIn(ROSTER_FILTERS) filter?: RosterFilter;
  @Optional() @IsIn(ROSTER_SORTS) sort?: RosterSort;
}

class Result extends pageOf('rows', () => RowView) {
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
    return { rows: rows.map(presentRow), next_cursor, summary };
  }
}
