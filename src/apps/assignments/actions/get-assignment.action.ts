import { IsInt } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import {
  assignmentForLearner,
  assignmentForOwner,
  attemptOf,
  isLocked,
  learnerForSelf,
  submissionForLearner,
} from '../assignments.presenter.js';
import { AssignmentView, AttemptView, CommentView, FileView, LearnerView } from '../assignments.views.js';
import { AssignmentFilesService } from '../files/assignment-files.service.js';
import { AssignmentAccessService } from '../assignments/assignment-access.service.js';
import { CommentRepository } from '../comments/comment.repository.js';
import type { Assignment, AssignmentLearner } from '../entities/assignment.entity.js';
import { attemptsLeft } from '../assignments/assignment.policy.js';
import { SubmissionRepository } from '../submissions/submission.repository.js';

class Input {
  @Uuid() assignment_id!: string;
}

/** What the caller has done as a learner. */
class MyWorkView {
  @Nested(() => LearnerView) learner!: LearnerView;
  /** The learner's own date, or the assignment's. */
  @Nullable() @Time() due_at!: Date | null;
  @Nullable() @Time() closes_at!: Date | null;
  /** Null: no limit. */
  @Nullable() @IsInt() attempts_left!: number | null;
  @ListOf(() => AttemptView) attempts!: AttemptView[];
  @ListOf(() => CommentView) comments!: CommentView[];
}

class Result {
  @Nested(() => AssignmentView) assignment!: AssignmentView;
  /** The teacher's material, at addresses that work for ten minutes. */
  @ListOf(() => FileView) files!: FileView[];
  /** Null for callers who are not learners. */
  @Nullable() @Nested(() => MyWorkView) my!: MyWorkView | null;
}

@Action('get-assignment', {
  access: 'authenticated',
  description: 'An assignment with its material, and where the caller stands in it.',
  input: Input,
  result: Result,
  refuses: { 404: ['Assignment not found'] },
})
export class GetAssignment {
  constructor(
    private readonly access: AssignmentAccessService,
    private readonly files: AssignmentFilesService,
    private readonly submissions: SubmissionRepository,
    private readonly comments: CommentRepository,
  ) {}

  async run({ input: { assignment_id }, caller }: Call<Input>): Promise<Result> {
    const { assignment, learner, isTeacher } = await this.access.open(assignment_id, caller);
    const isHidden = !isTeacher && isLocked(assignment);
    const [files, my] = await Promise.all([
      isHidden ? [] : this.files.material(assignment.id),
      learner ? this.ownWork(assignment, learner) : null,
    ]);
    const present = isTeacher ? assignmentForOwner : assignmentForLearner;
    return { assignment: present(assignment), files, my };
  }

  private async ownWork(assignment: Assignment, learner: AssignmentLearner): Promise<MyWorkView> {
    const [attempts, comments] = await Promise.all([
      this.submissions.attemptsOf(assignment.id, learner.user_id),
      this.comments.thread(assignment.id, learner.id, false),
    ]);
    const revisions = attempts.filter(({ status }) => status === 'revision').length;
    const used = { attempt: attempts.at(-1)?.attempt ?? 0, revisions };
    return {
      learner: learnerForSelf(learner),
      due_at: learner.due_at ?? assignment.due_at,
      closes_at: learner.closes_at ?? assignment.closes_at,
      attempts_left: attemptsLeft(assignment, learner, used),
      attempts: attempts.map((row) => attemptOf(submissionForLearner(row))),
      comments,
    };
  }
}
