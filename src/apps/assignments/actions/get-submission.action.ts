import { IsInt, Max, Min } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AttemptView, CommentView, FileView, SubmissionView } from '../assignments.views.js';
import type { Caller } from '../../../platform/access/access.js';
import { invalid, notFound } from '../../../platform/http/refusal.js';
import { attemptOf, submissionForLearner, submissionForOwner } from '../assignments.presenter.js';
import type { Submission } from '../entities/submission.entity.js';
import { AssignmentFilesService } from '../files/assignment-files.service.js';
import { type KnownLearner, LearnerRepository } from '../learners/learner.repository.js';
import { CommentRepository } from '../comments/comment.repository.js';
import { AssignmentRepository } from '../assignments/assignment.repository.js';
import { isTaughtBy, learnsIn } from '../assignments/assignment-access.service.js';
import { SubmissionRepository } from '../submissions/submission.repository.js';

class Input {
  @Optional() @Uuid() submission_id?: string;
  /** With learner_id, which a learner may leave out. */
  @Optional() @Uuid() assignment_id?: string;
  @Optional() @Uuid() learner_id?: string;
  @Optional() @IsInt() @Min(1) @Max(10_000) attempt?: number;
}

class Result {
  /** Null: there is none yet. */
  @Nullable() @Nested(() => SubmissionView) submission!: SubmissionView | null;
  /** At addresses that work for ten minutes. */
  @ListOf(() => FileView) files!: FileView[];
  @ListOf(() => AttemptView) attempts!: AttemptView[];
  @ListOf(() => CommentView) comments!: CommentView[];
}

@Action('get-submission', {
  access: 'authenticated',
  description: 'The work that a learner has handed in, as the learner or the teacher sees it.',
  input: Input,
  result: Result,
  refuses: { 404: ['Submission not found'] },
})
export class GetSubmission {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly assignments: AssignmentRepository,
    private readonly learners: LearnerRepository,
    private readonly files: AssignmentFilesService,
    private readonly comments: CommentRepository,
  ) {}

  async run({ input: asked, caller }: Call<Input>): Promise<Result> {
    refuseAttemptWithId(asked);
    const named = asked.submission_id
      ? await this.submissions.the({ id: asked.submission_id }, 'Submission')
      : undefined;
    const assignmentId = named?.assignment_id ?? asked.assignment_id;
    if (!assignmentId) throw invalid({ field: 'submission_id', message: 'submission_id or assignment_id is required' });
    const assignment = await this.assignments.byId(assignmentId);
    const learner = assignment && (await this.learner(assignmentId, asked, named, caller));
    const isTeacher = assignment !== undefined && isTaughtBy(assignment, caller);
    if (!assignment || !learner) throw notFound('Submission');
    if (!isTeacher && (learner.user_id !== caller.id || !learnsIn(assignment, learner))) throw notFound('Submission');

    const all = await this.submissions.attemptsOf(assignmentId, learner.user_id);
    const found = named ?? (await this.chosen(all, asked.attempt, isTeacher, learner));
    if (asked.attempt !== undefined && !found) throw notFound('Submission');
    const present = (row: Submission) =>
      isTeacher ? submissionForOwner(row, learner.marked) : submissionForLearner(row);
    const isHidden = isTeacher && found?.status === 'draft';
    const [files, comments] = await Promise.all([
      found && !isHidden ? this.files.ofSubmission(found.id) : [],
      this.comments.thread(assignmentId, learner.id, isTeacher),
    ]);
    return {
      submission: found ? present(found) : null,
      files,
      attempts: all.map((row) => attemptOf(present(row))),
      comments,
    };
  }

  /** Without an attempt: for the teacher the latest that is handed in, for the learner the latest. */
  private async chosen(
    all: Submission[],
    attempt: number | undefined,
    isTeacher: boolean,
    { assignment_id, user_id }: KnownLearner,
  ): Promise<Submission | undefined> {
    if (attempt !== undefined) return this.submissions.findOne({ assignment_id, owner_id: user_id, attempt });
    const handedIn = isTeacher ? all.filter(({ status }) => status !== 'draft') : [];
    const latest = handedIn.at(-1) ?? all.at(-1);
    return latest && this.submissions.findOne({ id: latest.id });
  }

  private learner(
    assignmentId: string,
    { learner_id }: Input,
    named: Submission | undefined,
    caller: Caller,
  ): Promise<KnownLearner | undefined> {
    if (named) return this.learners.knownByUser(assignmentId, named.owner_id);
    return learner_id
      ? this.learners.knownById(assignmentId, learner_id)
      : this.learners.knownByUser(assignmentId, caller.id);
  }
}

/** The attempt belongs to the form that names the assignment; beside an id it could contradict it. */
function refuseAttemptWithId({ submission_id, attempt }: Input): void {
  if (submission_id && attempt !== undefined)
    throw invalid({
      field: 'attempt',
      message: 'attempt does not go with submission_id: leave one of them out',
    });
}
