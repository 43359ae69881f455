import { IsInt } from 'class-validator';
import { AppProvider } from '../../kernel/app-provider.js';
import { ListOf, Nested, Nullable, Time } from '../../../platform/http/input/fields.js';
import { attemptOf, learnerForHimself, submissionForLearner } from '../assignments.presenter.js';
import { AttemptView, CommentView, LearnerView } from '../assignments.views.js';
import type { AssignmentLearner } from '../entities/assignment-learner.entity.js';
import type { Assignment } from '../entities/assignment.entity.js';
import { CommentRepository } from '../talk/comment.repository.js';
import { attemptsLeft } from './save-submission.js';
import { SubmissionRepository } from './submission.repository.js';

/** A learner's side of an assignment. */
export class MyWorkView {
  @Nested(() => LearnerView) learner!: LearnerView;
  /** The learner's own date, or the assignment's. */
  @Nullable() @Time() due_at!: Date | null;
  @Nullable() @Time() closes_at!: Date | null;
  /** Null: no limit. */
  @Nullable() @IsInt() attempts_left!: number | null;
  @ListOf(() => AttemptView) attempts!: AttemptView[];
  @ListOf(() => CommentView) comments!: CommentView[];
}

@AppProvider()
export class MyWork {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly comments: CommentRepository,
  ) {}

  async of(assignment: Assignment, learner: AssignmentLearner): Promise<MyWorkView> {
    const [attempts, comments] = await Promise.all([
      this.submissions.of(assignment.id, learner.user_id),
      this.comments.thread(assignment.id, learner.id, false),
    ]);
    const revisions = attempts.filter(({ status }) => status === 'revision').length;
    const used = { attempt: attempts.at(-1)?.attempt ?? 0, revisions };
    return {
      learner: learnerForHimself(learner),
      due_at: learner.due_at ?? assignment.due_at,
      closes_at: learner.closes_at ?? assignment.closes_at,
      attempts_left: attemptsLeft(assignment, learner, used),
      attempts: attempts.map((row) => attemptOf(submissionForLearner(row))),
      comments,
    };
  }
}
