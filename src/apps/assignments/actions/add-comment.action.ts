import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CommentView } from '../assignments.views.js';
import type { Caller } from '../../../platform/access/access.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { AssignmentNotificationsService } from '../assignment-notifications.service.js';
import { type KnownLearner, LearnerRepository } from '../learners/learner.repository.js';
import { SubmissionRepository } from '../submissions/submission.repository.js';
import { expectWritable } from '../assignments/assignment.policy.js';
import { AssignmentAccessService, type Opened } from '../assignments/assignment-access.service.js';
import { CommentRepository } from '../comments/comment.repository.js';

class Input {
  @Uuid() assignment_id!: string;
  /** The learner that the teacher writes to. */
  @Optional() @Uuid() learner_id?: string;
  @Optional() @Uuid() submission_id?: string;
  @Written(1, 5000) body!: string;
}

class Result extends answerWith('comment', () => CommentView) {}

@Action('add-comment', {
  access: 'authenticated',
  changes: true,
  about: 'comment',
  description: 'What the teacher and one learner say to each other, before the grade and after it.',
  input: Input,
  result: Result,
  refuses: {
    400: ['learner_id is required'],
    404: ['Assignment not found', 'Learner not found', 'Submission not found'],
    409: ['Assignment is archived'],
  },
})
export class AddComment {
  constructor(
    private readonly access: AssignmentAccessService,
    private readonly learners: LearnerRepository,
    private readonly submissions: SubmissionRepository,
    private readonly comments: CommentRepository,
    private readonly notifications: AssignmentNotificationsService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { assignment_id, learner_id, submission_id = null, body } = input;
    const opened = await this.access.open(assignment_id, caller, { isShared: true });
    const { assignment, isTeacher } = opened;
    const learner = await this.thread(opened, learner_id, caller);
    if (submission_id) await this.expectSubmissionOf(learner, submission_id);
    expectWritable(assignment);
    const row = { assignment_id, learner_id: learner.id, submission_id, author_id: caller.id, body };
    const comment = await this.comments.insert(row);
    if (learner.user_id === caller.id) this.notifications.asked(assignment, learner, comment);
    else if (learner.status !== 'removed') this.notifications.answered(assignment, learner.user_id, comment);
    return { comment: await this.comments.show(comment, isTeacher) };
  }

  /** A learner comments in their own thread; a teacher names the learner. */
  private async thread(
    { assignment, learner, isTeacher }: Opened,
    id: string | undefined,
    caller: Caller,
  ): Promise<KnownLearner> {
    if (!isTeacher && (id === undefined || id === learner?.id)) return learner as KnownLearner;
    if (isTeacher && id === undefined) throw new Refusal(400, 'learner_id is required');
    const found = isTeacher ? await this.learners.knownById(assignment.id, id as string) : undefined;
    const isOwn = assignment.owner_id === caller.id || found?.user_id === caller.id;
    if (!found || !(isOwn || allowedBySiteRole(caller))) throw notFound('Learner');
    return found;
  }

  private async expectSubmissionOf(learner: KnownLearner, submissionId: string): Promise<void> {
    const found = await this.submissions.findOne({ id: submissionId });
    if (found?.assignment_id !== learner.assignment_id || found.owner_id !== learner.user_id)
      throw notFound('Submission');
  }
}
