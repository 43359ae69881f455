import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { AssignmentNews } from '../assignment-news.js';
import type { CommentView } from '../assignments.views.js';
import { type KnownLearner, LearnerRepository } from '../learners/learner.repository.js';
import { SubmissionRepository } from '../submissions/submission.repository.js';
import { expectWritable } from '../work/change-assignment.js';
import { OpenAssignment, type Opened } from '../work/open-assignment.js';
import { CommentRepository } from './comment.repository.js';

interface Said {
  assignment_id: string;
  learner_id?: string;
  submission_id?: string;
  body: string;
}

@AppProvider()
export class AddComment {
  constructor(
    private readonly open: OpenAssignment,
    private readonly learners: LearnerRepository,
    private readonly submissions: SubmissionRepository,
    private readonly comments: CommentRepository,
    private readonly news: AssignmentNews,
  ) {}

  async run(caller: Caller, said: Said): Promise<CommentView> {
    const { assignment_id, learner_id, submission_id = null, body } = said;
    const opened = await this.open.run(assignment_id, caller, { isShared: true });
    const { assignment, isTeacher } = opened;
    const learner = await this.thread(opened, learner_id, caller);
    if (submission_id) await this.expectHis(submission_id, learner);
    expectWritable(assignment);
    const row = { assignment_id, learner_id: learner.id, submission_id, author_id: caller.id, body };
    const comment = await this.comments.insert(row);
    if (learner.user_id === caller.id) this.news.asked(assignment, learner, comment);
    else if (learner.status !== 'removed') this.news.answered(assignment, learner.user_id, comment);
    return this.comments.show(comment, isTeacher);
  }

  /** A learner comments in their own thread; a teacher names the learner. */
  private async thread(
    { assignment, learner, isTeacher }: Opened,
    id: string | undefined,
    caller: Caller,
  ): Promise<KnownLearner> {
    if (!isTeacher && (id === undefined || id === learner?.id)) return learner as KnownLearner;
    if (isTeacher && id === undefined) throw new Refusal(400, 'learner_id is required');
    const found = isTeacher ? await this.learners.byId(assignment.id, id as string) : undefined;
    const isOwn = assignment.owner_id === caller.id || found?.user_id === caller.id;
    if (!found || !(isOwn || allowedBySiteRole(caller))) throw notFound('Learner');
    return found;
  }

  private async expectHis(submissionId: string, learner: KnownLearner): Promise<void> {
    const found = await this.submissions.find(submissionId);
    if (found?.assignment_id !== learner.assignment_id || found.owner_id !== learner.user_id)
      throw notFound('Submission');
  }
}
