import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { invalid, notFound } from '../../../platform/http/refusal.js';
import { attemptOf, submissionForLearner, submissionForOwner } from '../assignments.presenter.js';
import type { Submission } from '../entities/submission.entity.js';
import { WorkFiles } from '../files/work-files.js';
import { type KnownLearner, LearnerRepository } from '../learners/learner.repository.js';
import { CommentRepository } from '../talk/comment.repository.js';
import { AssignmentRepository } from '../work/assignment.repository.js';
import { isTaughtBy, learnsIn } from '../work/open-assignment.js';
import { SubmissionRepository } from './submission.repository.js';

export interface Asked {
  submission_id?: string;
  assignment_id?: string;
  learner_id?: string;
  attempt?: number;
}

/** Reads a submission for the learner and for the teacher. */
@AppProvider()
export class ReadSubmission {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly assignments: AssignmentRepository,
    private readonly learners: LearnerRepository,
    private readonly files: WorkFiles,
    private readonly comments: CommentRepository,
  ) {}

  async run(asked: Asked, caller: Caller) {
    refuseAttemptBesideId(asked);
    const named = asked.submission_id ? await this.named(asked.submission_id) : undefined;
    const assignmentId = named?.assignment_id ?? asked.assignment_id;
    if (!assignmentId) throw invalid({ field: 'submission_id', message: 'submission_id or assignment_id is required' });
    const assignment = await this.assignments.find(assignmentId);
    const learner = assignment && (await this.learner(assignmentId, asked, named, caller));
    const isTeacher = assignment !== undefined && isTaughtBy(assignment, caller);
    if (!assignment || !learner) throw notFound('Submission');
    if (!isTeacher && (learner.user_id !== caller.id || !learnsIn(assignment, learner))) throw notFound('Submission');

    const all = await this.submissions.of(assignmentId, learner.user_id);
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

  /** Where no attempt is named: for the teacher the latest that was handed in, and for the learner the latest. */
  private async chosen(
    all: Submission[],
    attempt: number | undefined,
    isTeacher: boolean,
    { assignment_id, user_id }: KnownLearner,
  ): Promise<Submission | undefined> {
    if (attempt !== undefined) return this.submissions.byAttempt(assignment_id, user_id, attempt);
    const handedIn = isTeacher ? all.filter(({ status }) => status !== 'draft') : [];
    const latest = handedIn.at(-1) ?? all.at(-1);
    return latest && this.submissions.find(latest.id);
  }

  private async named(id: string): Promise<Submission> {
    const found = await this.submissions.find(id);
    if (!found) throw notFound('Submission');
    return found;
  }

  private learner(
    assignmentId: string,
    { learner_id }: Asked,
    named: Submission | undefined,
    caller: Caller,
  ): Promise<KnownLearner | undefined> {
    if (named) return this.learners.find(assignmentId, named.owner_id);
    return learner_id ? this.learners.byId(assignmentId, learner_id) : this.learners.find(assignmentId, caller.id);
  }
}

/** The attempt belongs to the form that names the assignment; beside an id it could contradict it. */
function refuseAttemptBesideId({ submission_id, attempt }: Asked): void {
  if (submission_id && attempt !== undefined)
    throw invalid({
      field: 'attempt',
      message: 'attempt does not go with submission_id: leave one of them out',
    });
}
