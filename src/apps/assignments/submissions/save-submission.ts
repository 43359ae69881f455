import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { AssignmentLearner } from '../entities/assignment-learner.entity.js';
import type { Assignment, SubmissionType } from '../entities/assignment.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import type { NewFile } from '../files/file.inputs.js';
import { WorkFiles } from '../files/work-files.js';
import { TellSubmissions } from '../jobs/tell-submissions.job.js';
import { LearnerRepository } from '../learners/learner.repository.js';
import { type AssignmentNow, AssignmentRepository } from '../work/assignment.repository.js';
import { expectWritable } from '../work/change-assignment.js';
import { type Draft, type LatestSubmission, SubmissionRepository } from './submission.repository.js';

export interface Work {
  body?: string | null;
  link_url?: string | null;
  add_files?: NewFile[];
  remove_file_ids?: string[];
  submit?: boolean;
}

/** A learner edits the current attempt, or opens the next one, and hands it in. */
@AppProvider()
export class SaveSubmission {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly learners: LearnerRepository,
    private readonly submissions: SubmissionRepository,
    private readonly files: WorkFiles,
    private readonly jobs: JobsService,
    private readonly tell: TellSubmissions,
  ) {}

  async run(userId: string, assignmentId: string, work: Work) {
    const assignment = await this.assignments.share(assignmentId);
    const learner = assignment && (await this.learners.lock(assignment.id, userId));
    if (!assignment || !learner || learner.status === 'removed' || assignment.status === 'draft')
      throw notFound('Assignment');
    if (work.submit && work.add_files?.length) throw new Refusal(400, 'Upload the files before submitting');
    expectTypes(assignment, work);
    expectOpen(assignment, learner);
    const draft = await this.draft(assignment, learner, work);
    const place = { assignment_id: assignment.id, submission_id: draft.id, owner_id: userId };
    const change = { add: work.add_files, remove: work.remove_file_ids };
    const uploads = await this.files.changeSubmitted(place, assignment, change);
    const submission = work.submit ? await this.handIn(draft, learner.due_at ?? assignment.due_at) : draft;
    return { submission, uploads };
  }

  private async draft(assignment: Assignment, learner: AssignmentLearner, { body, link_url }: Work) {
    const { id: assignment_id } = assignment;
    const latest = await this.submissions.latest(assignment_id, learner.user_id);
    const content: Draft = {
      ...(body !== undefined && { body: body || null }),
      ...(link_url !== undefined && { link_url }),
    };
    if (latest?.status === 'draft') return this.submissions.update(latest.id, content);
    if (attemptsLeft(assignment, learner, latest) === 0) throw new Refusal(409, 'No attempts left');
    const attempt = (latest?.attempt ?? 0) + 1;
    return this.submissions.insert({ assignment_id, owner_id: learner.user_id, attempt, ...content });
  }

  private async handIn(draft: Submission, dueAt: Date | null): Promise<Submission> {
    const hasFiles = await this.files.complete(draft.id);
    if (!draft.body?.trim() && !draft.link_url && !hasFiles) throw new Refusal(400, 'Nothing to submit');
    await this.jobs.enqueue(this.tell, { assignment_id: draft.assignment_id });
    return this.submissions.handIn(draft.id, dueAt);
  }
}

/** Null: no limit. A draft is an attempt that has begun. */
export function attemptsLeft(
  { max_attempts }: Pick<Assignment, 'max_attempts'>,
  { extra_attempts }: Pick<AssignmentLearner, 'extra_attempts'>,
  latest: Pick<LatestSubmission, 'attempt' | 'revisions'> | undefined,
): number | null {
  if (max_attempts === null) return null;
  const { attempt = 0, revisions = 0 } = latest ?? {};
  return Math.max(max_attempts + extra_attempts + revisions - attempt, 0);
}

function expectOpen(assignment: AssignmentNow, learner: AssignmentLearner): void {
  const { status, opens_at, now } = assignment;
  const closesAt = learner.closes_at ?? assignment.closes_at;
  expectWritable(assignment);
  if (learner.status === 'excused') throw new Refusal(409, 'You are excused from this assignment');
  if (opens_at && now < opens_at) throw new Refusal(409, 'Assignment is not open yet');
  if (status === 'closed' || (closesAt && now > closesAt)) throw new Refusal(409, 'Assignment is closed');
}

/** What is cleared may always be. */
function expectTypes({ submission_types }: Assignment, { body, link_url, add_files }: Work): void {
  const given: [SubmissionType, unknown][] = [
    ['text', body],
    ['link', link_url],
    ['file', add_files?.length],
  ];
  if (given.some(([type, content]) => content && !submission_types.includes(type)))
    throw new Refusal(400, 'Submission type not allowed');
}
