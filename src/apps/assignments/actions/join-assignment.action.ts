import { Chars, Nested } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { assignmentForLearner, learnerForSelf } from '../assignments.presenter.js';
import { AssignmentView, LearnerView } from '../assignments.views.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { AssignmentLearner } from '../entities/assignment.entity.js';
import { AssignmentRepository } from '../assignments/assignment.repository.js';
import { codeOf } from '../assignments/assignment.policy.js';
import { LearnerRepository, MOST_LEARNERS } from '../learners/learner.repository.js';

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
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly learners: LearnerRepository,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const assignment = await this.assignments.lockByCode(codeOf(input.join_code));
    if (!assignment || assignment.status === 'draft' || assignment.status === 'archived') throw notFound('Code');
    const known = await this.learners.findOne({ assignment_id: assignment.id, user_id: caller.id });
    if (known?.status === 'removed') throw new Refusal(409, 'You were removed from this assignment');
    if (known) return { assignment: assignmentForLearner(assignment), learner: learnerForSelf(known) };
    const { status, closes_at, now } = assignment;
    if (status === 'closed' || (closes_at && now > closes_at)) throw new Refusal(409, 'Assignment is closed');
    if ((await this.learners.countOf(assignment.id)) >= MOST_LEARNERS) throw new Refusal(409, 'Learner limit reached');
    const [learner] = await this.learners.addAll(assignment.id, [caller.id]);
    return { assignment: assignmentForLearner(assignment), learner: learnerForSelf(learner as AssignmentLearner) };
  }
}
