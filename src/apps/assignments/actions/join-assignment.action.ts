import { Chars, Nested } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { assignmentForLearner, learnerForHimself } from '../assignments.presenter.js';
import { AssignmentView, LearnerView } from '../assignments.views.js';
import { JoinByCode } from '../learners/join-assignment.js';

class Input {
  @Chars(1, 40) join_code!: string;
}

class Result {
  @Nested(() => AssignmentView) assignment!: AssignmentView;
  @Nested(() => LearnerView) learner!: LearnerView;
}

@Action('join-assignment', {
  access: 'authenticated',
  changes: true,
  about: 'assignment',
  description: 'Makes the caller a learner of the assignment with this code; again, it changes nothing.',
  input: Input,
  result: Result,
  refuses: {
    404: ['Code not found'],
    409: ['Assignment is closed', 'You were removed from this assignment', 'Learner limit reached'],
  },
})
export class JoinAssignment {
  constructor(private readonly join: JoinByCode) {}

  async run({ input, caller }: Call<Input>) {
    const { assignment, learner } = await this.join.run(caller.id, input.join_code);
    return { assignment: assignmentForLearner(assignment), learner: learnerForHimself(learner) };
  }
}
