import { ArrayMaxSize, IsArray, IsBoolean } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid, WebAddress, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PromisedUpload } from '../../kernel/files/uploads.js';
import { submissionForLearner } from '../assignments.presenter.js';
import type { Assignment, AssignmentLearner, AssignmentNow, SubmissionType } from '../entities/assignment.entity.js';
import { SubmissionView } from '../assignments.views.js';
import { AssignmentFilesService, NewFile } from '../files/assignment-files.service.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { Submission } from '../entities/submission.entity.js';
import { TellSubmissions } from '../jobs/tell-submissions.job.js';
import { LearnerRepository } from '../learners/learner.repository.js';
import { AssignmentRepository } from '../assignments/assignment.repository.js';
import { attemptsLeft, expectWritable } from '../assignments/assignment.policy.js';
import { NOW, plus } from '../../../platform/database/entity.repository.js';
import { SubmissionRepository } from '../submissions/submission.repository.js';

class Input {
  @Uuid() assignment_id!: string;
  @Optional() @Nullable() @Written(0, 100_000) body?: string | null;
  @Optional() @Nullable() @WebAddress() link_url?: string | null;
  @Optional() @IsArray() @ArrayMaxSize(20) @ListOf(() => NewFile) add_files?: NewFile[];
  @Optional() @IsArray() @ArrayMaxSize(20) @Uuid({ each: true }) remove_file_ids?: string[];
  @Optional() @IsBoolean() submit?: boolean;
}

class Result {
  @Nested(() => SubmissionView) submission!: SubmissionView;
  @ListOf(() => PromisedUpload) uploads!: PromisedUpload[];
}

@Action('save-submission', {
  access: 'authenticated',
  changes: true,
  about: 'submission',
  description: 'Saves the draft of the current attempt, or opens the next one; and hands it in where that is asked.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Nothing to submit',
      'Submission type not allowed',
      'File type not allowed',
      'File is too large',
      'Too many files',
      'Upload the files before submitting',
    ],
    404: ['Assignment not found', 'File not found'],
    409: [
      'Assignment is not open yet',
      'Assignment is closed',
      'Assignment is archived',
      'No attempts left',
      'Files are still uploading',
      'You are excused from this assignment',
      'Storage is full',
    ],
  },
})
export class SaveSubmission {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly learners: LearnerRepository,
    private readonly submissions: SubmissionRepository,
    private readonly files: AssignmentFilesService,
    private readonly jobs: JobsService,
    private readonly tell: TellSubmissions,
  ) {}

  async run({ input: work, caller: { id: userId } }: Call<Input>): Promise<Result> {
    const assignment = await this.assignments.lockShared(work.assignment_id);
    const learner =
      assignment &&
      (await this.learners.findOne({ assignment_id: assignment.id, user_id: userId }, { lock: 'no key update' }));
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
    return { submission: submissionForLearner(submission), uploads };
  }

  private async draft(assignment: Assignment, learner: AssignmentLearner, { body, link_url }: Input) {
    const { id: assignment_id } = assignment;
    const latest = await this.submissions.latest(assignment_id, learner.user_id);
    const content = {
      ...(body !== undefined && { body: body || null }),
      ...(link_url !== undefined && { link_url }),
    };
    if (latest?.status === 'draft') {
      const changes = { ...content, version: plus(1), updated_at: NOW };
      return (await this.submissions.updateOne({ id: latest.id }, changes)) as Submission;
    }
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

function expectOpen(assignment: AssignmentNow, learner: AssignmentLearner): void {
  const { status, opens_at, now } = assignment;
  const closesAt = learner.closes_at ?? assignment.closes_at;
  expectWritable(assignment);
  if (learner.status === 'excused') throw new Refusal(409, 'You are excused from this assignment');
  if (opens_at && now < opens_at) throw new Refusal(409, 'Assignment is not open yet');
  if (status === 'closed' || (closesAt && now > closesAt)) throw new Refusal(409, 'Assignment is closed');
}

/** Clearing a field is always allowed. */
function expectTypes({ submission_types }: Assignment, { body, link_url, add_files }: Input): void {
  const given: [SubmissionType, unknown][] = [
    ['text', body],
    ['link', link_url],
    ['file', add_files?.length],
  ];
  if (given.some(([type, content]) => content && !submission_types.includes(type)))
    throw new Refusal(400, 'Submission type not allowed');
}
