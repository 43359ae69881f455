import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { AssignmentCard } from '../assignment-card.js';
import { STATUSES } from '../entities/assignment.entity.js';
import { AssignmentListRepository, type LearningRow, STATES } from '../assignments/assignment-list.repository.js';

class Input extends Page {
  @Optional() @IsIn(['teaching', 'learning']) role?: 'teaching' | 'learning';
  @Optional() @IsIn(STATUSES) status?: string;
  /** Of the caller's own work. */
  @Optional() @IsIn(STATES) state?: string;
  @Optional() @Chars(1, 100) reference_type?: string;
  @Optional() @Uuid() reference_id?: string;
}

class Result extends pageOf('assignments', () => AssignmentCard) {}

@Action('list-assignments', {
  access: 'authenticated',
  description:
    'Assignments that the caller has to do, earliest due date first; or that the caller has set, newest first.',
  input: Input,
  result: Result,
})
export class ListAssignments {
  constructor(private readonly lists: AssignmentListRepository) {}

  async run({ input, caller }: Call<Input>) {
    const { role = 'learning', cursor, limit, ...filters } = input;
    const page = pageQuery({ cursor, limit });
    if (role === 'teaching') {
      if (filters.state) throw invalid({ field: 'state', message: 'state is for role learning' });
      const { rows, next_cursor } = await this.lists.teaching(caller.id, filters, page);
      return { assignments: rows, next_cursor };
    }
    const { rows, next_cursor } = await this.lists.learning(caller.id, filters, page);
    return { assignments: rows.map(cardOf), next_cursor };
  }
}

function cardOf(row: LearningRow): AssignmentCard {
  const { my_grade, ...card } = row;
  return {
    ...card,
    my_grade: my_grade && { ...my_grade, released_at: new Date(my_grade.released_at) },
  };
}
