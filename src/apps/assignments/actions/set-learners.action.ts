import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { ArrayUnique } from '../../../platform/http/input/array-unique.js';
import { Instant, ListOf, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { learnerForOwner } from '../assignments.presenter.js';
import { LearnerView } from '../assignments.views.js';
import { LEARNER_STATUSES, type LearnerStatus } from '../entities/assignment-learner.entity.js';
import type { Assignment } from '../entities/assignment.entity.js';
import { SetLearners } from '../learners/set-learners.js';
import { ASSIGNMENT } from '../targets.js';

class Wish {
  @Uuid() user_id!: string;
  @Optional() @IsIn(LEARNER_STATUSES) status?: LearnerStatus;
  /** The learner's own due date; null removes it. */
  @Optional() @Nullable() @Instant() due_at?: string | null;
  @Optional() @Nullable() @Instant() closes_at?: string | null;
  @Optional() @IsInt() @Min(0) @Max(20) extra_attempts?: number;
}

class Input {
  @Uuid() assignment_id!: string;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ArrayUnique(({ user_id }: Wish) => user_id)
  @ListOf(() => Wish)
  learners!: Wish[];
}

class Result {
  @ListOf(() => LearnerView) learners!: LearnerView[];
}

@Action('set-learners', {
  access: 'owner',
  target: ASSIGNMENT,
  changes: true,
  description: 'Adds learners, and changes what holds for each of them.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Dates are out of order'],
    404: ['User not found'],
    409: ['Learner limit reached', 'Assignment is archived'],
  },
})
export class SetLearnersOfAssignment {
  constructor(private readonly setLearners: SetLearners) {}

  async run({ input, target: assignment }: Call<Input, Assignment>) {
    const learners = await this.setLearners.run(assignment, input.learners);
    return { learners: learners.map((learner) => learnerForOwner(learner, assignment)) };
  }
}
