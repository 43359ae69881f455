import { Nested } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { submissionForOwner } from '../assignments.presenter.js';
import { SubmissionView } from '../assignments.views.js';
import type { Submission } from '../entities/submission.entity.js';
import { GradeInput } from '../grading/grade.inputs.js';
import { GradeSubmission } from '../grading/grade-submission.js';
import { LearnerRepository } from '../learners/learner.repository.js';
import { SUBMISSION } from '../targets.js';
import { type AssignmentNow, AssignmentRepository } from '../work/assignment.repository.js';

class Result {
  @Nested(() => SubmissionView) submission!: SubmissionView;
}

@Action('grade-submission', {
  access: 'owner',
  target: SUBMISSION,
  changes: true,
  description: 'Marks what was handed in, or asks for it to be revised.',
  input: GradeInput,
  result: Result,
  refuses: {
    400: ['Give a score or rubric scores', 'Score is above the maximum', 'Unknown criterion'],
    409: ['Submission is not submitted', 'Submission was changed', 'Assignment is archived'],
  },
})
export class GradeOneSubmission {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly grade: GradeSubmission,
    private readonly learners: LearnerRepository,
  ) {}

  async run({ input, caller, target }: Call<GradeInput, Submission>) {
    const { assignment_id, owner_id } = target;
    const assignment = (await this.assignments.find(assignment_id)) as AssignmentNow;
    const graded = await this.grade.run(assignment, target, input, caller.id);
    const learner = await this.learners.find(assignment_id, owner_id);
    return { submission: submissionForOwner(graded, learner?.marked) };
  }
}
