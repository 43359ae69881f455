import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { FileRequest } from '../entities/request.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { FilerequestsSettings } from '../filerequests.settings.js';
import { RecipientRepository } from '../requests/recipient.repository.js';
import { RequestRepository } from '../requests/request.repository.js';
import { SubmissionRepository } from './submission.repository.js';
import { isPast } from './uploading.policy.js';

/** What is submitted, and who is told of it. The request is locked. */
@AppProvider()
export class SubmissionsService {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly recipients: RecipientRepository,
    private readonly requests: RequestRepository,
    private readonly settings: AppSettings,
    private readonly notifications: AppNotificationsService,
  ) {}

  async submit(request: FileRequest, submission: Submission, note?: string): Promise<Submission> {
    const isFirst = submission.first_submitted_at === null;
    const submitted = (await this.submissions.updateOne(
      { id: submission.id },
      {
        status: 'submitted',
        submitted_at: NOW,
        ...(isFirst && { first_submitted_at: NOW, late: request.allow_late && isPast(request, new Date()) }),
        note,
        updated_at: NOW,
      },
    )) as Submission;
    const { recipient_id, user_id } = submitted;
    if (recipient_id) await this.recipients.advance(recipient_id, ['invited', 'opened', 'partial'], 'submitted');
    if (user_id) {
      this.notifications.notify(user_id, {
        type: 'filerequests.received',
        title: request.title,
        body: 'Your files have arrived.',
        data: { request_id: request.id, submission_id: submitted.id },
      });
    }
    return submitted;
  }

  /** For each submission, or once a day, as the owner has set it. */
  async tellOwner({ id, owner_id, title }: FileRequest, { id: submission_id, uploader_name, user_id }: Submission) {
    const { notify_each_submission } = await this.settings.of(FilerequestsSettings, owner_id);
    if (!(await this.requests.mayTellSubmission(id, notify_each_submission))) return;
    this.notifications.notify(owner_id, {
      type: 'filerequests.submitted',
      title,
      body: `${uploader_name} has sent files.`,
      data: { request_id: id, submission_id },
      actor_id: user_id,
    });
  }
}
