import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { ListOf, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import type { FileRequest } from '../entities/request.entity.js';
import { SUBMISSION, type Submission } from '../entities/submission.entity.js';
import { SubmittedView } from '../filerequests.views.js';
import { RecipientRepository } from '../requests/recipient.repository.js';
import { SubmittedFilesService } from '../reviews/submitted-files.service.js';
import { RequestFileRepository } from '../uploads/file.repository.js';
import { SubmissionRepository } from '../uploads/submission.repository.js';

class RejectedFile {
  @Uuid() file_id!: string;
  @Optional() @Written(0, 300) reason?: string;
}

class Input {
  @Uuid() submission_id!: string;
  @IsIn(['accept', 'request_changes']) decision!: 'accept' | 'request_changes';
  /** Needed for `request_changes`. */
  @Optional() @Written(0, 2000) message?: string;
  /** With `request_changes`. */
  @Optional() @IsArray() @ArrayMaxSize(50) @ListOf(() => RejectedFile) rejected_files?: RejectedFile[];
}

class Result extends answerWith('submission', () => SubmittedView) {}

const NOTICES = {
  accept: { type: 'filerequests.accepted', body: 'Your files are accepted.' },
  request_changes: { type: 'filerequests.changes_requested', body: 'Something of your files has to be changed.' },
} as const;

@Action('review-submission', {
  access: 'owner',
  target: SUBMISSION,
  changes: true,
  description: 'Accepts what was submitted, or asks for changes; rejected files can then be replaced for 14 days.',
  input: Input,
  result: Result,
  refuses: { 400: ['Message is required'], 404: ['File not found'], 409: ['Submission is not submitted'] },
})
export class ReviewSubmission {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly recipients: RecipientRepository,
    private readonly rows: RequestFileRepository,
    private readonly files: SubmittedFilesService,
    private readonly notifications: AppNotificationsService,
  ) {}

  async run({ input, caller, target, parent: request }: Call<Input, Submission, FileRequest>): Promise<Result> {
    const { decision, message, rejected_files = [] } = input;
    const isAccepted = decision === 'accept';
    if (!isAccepted && !message?.trim()) throw new Refusal(400, 'Message is required');
    if (isAccepted && rejected_files.length)
      throw invalid({ field: 'rejected_files', message: 'rejected_files needs the decision request_changes' });
    if (target.status !== 'submitted') throw new Refusal(409, 'Submission is not submitted');
    const reasons = new Map(rejected_files.map(({ file_id, reason }) => [file_id, reason || null]));
    if ((await this.rows.reject(target.id, reasons)) < reasons.size) throw notFound('File');
    const submission = (await this.submissions.updateOne(
      { id: target.id },
      {
        status: isAccepted ? 'accepted' : 'changes_requested',
        review_message: message ?? null,
        reviewed_at: NOW,
        updated_at: NOW,
      },
    )) as Submission;
    if (submission.recipient_id)
      await this.recipients.advance(submission.recipient_id, ['submitted'], isAccepted ? 'accepted' : 'partial');
    if (submission.user_id) {
      this.notifications.notify(submission.user_id, {
        ...NOTICES[decision],
        title: request.title,
        data: { request_id: request.id, submission_id: submission.id, message },
        actor_id: caller.id,
      });
    }
    const [shown] = await this.files.with([submission]);
    return { submission: shown as SubmittedView };
  }
}
