import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { FileRequest } from '../entities/request.entity.js';
import { RequestRepository } from '../requests/request.repository.js';
import { ArrivalsService } from '../uploads/arrivals.service.js';
import { RequestFileRepository } from '../uploads/file.repository.js';
import { SubmissionRepository } from '../uploads/submission.repository.js';
import { SubmissionsService } from '../uploads/submissions.service.js';
import { isPast } from '../uploads/uploading.policy.js';

/** The steps by which a request closes whose time is over. Each locks the request, and does nothing if it is open again. */
@AppProvider()
export class ClosingService {
  constructor(
    private readonly requests: RequestRepository,
    private readonly submissions: SubmissionRepository,
    private readonly submitting: SubmissionsService,
    private readonly arrivals: ArrivalsService,
    private readonly files: RequestFileRepository,
    private readonly notifications: AppNotificationsService,
  ) {}

  /** Makes documents of the files of a draft that have arrived. */
  async receive(id: string, draftId: string): Promise<void> {
    if (await this.due(id)) await this.arrivals.complete(draftId);
  }

  /** With what is there, so that nobody's files are missed. */
  async submit(id: string, draftId: string): Promise<void> {
    const request = await this.due(id);
    const draft = request && (await this.submissions.findOne({ id: draftId, status: 'draft' }));
    if (draft && (await this.files.exists({ submission_id: draftId, status: 'received' })))
      await this.submitting.submit(request, draft);
  }

  async close(id: string): Promise<void> {
    const request = await this.due(id);
    if (!request) return;
    await this.requests.update({ id }, { status: 'closed', closed_reason: 'expired', updated_at: NOW });
    const numbers = await this.submissions.numbers(id);
    this.notifications.notify(request.owner_id, {
      type: 'filerequests.closed',
      title: request.title,
      body: `The request is closed: ${numbers.submissions} submissions with ${numbers.files} files.`,
      data: { request_id: id, ...numbers },
    });
  }

  private async due(id: string): Promise<FileRequest | undefined> {
    const request = await this.requests.findOne({ id, status: 'open' }, { lock: 'no key update' });
    return request && !request.allow_late && isPast(request, new Date()) ? request : undefined;
  }
}
