import type { Caller } from '../../../platform/access/access.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Visitor } from '../../kernel/calls/action.js';
import type { Submission } from '../entities/submission.entity.js';
import { RecipientRepository } from '../requests/recipient.repository.js';
import { RequestRepository } from '../requests/request.repository.js';
import { SubmissionRepository } from './submission.repository.js';
import type { Uploader } from './uploaders.service.js';
import { needsEmail, prefixOf } from './uploading.policy.js';

interface Person {
  uploader_name: string;
  uploader_email: string | null;
  user_id: string | null;
}

/** Submissions that begin with the first file. */
@AppProvider()
export class SubmissionDraftsService {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly recipients: RecipientRepository,
    private readonly requests: RequestRepository,
  ) {}

  /** Who uploads, as their first file has said it. */
  personOf(
    { request, recipient, submission }: Uploader,
    given: { uploader_name?: string; uploader_email?: string },
    caller: Caller | undefined,
  ): Person {
    if (submission) return submission;
    const uploader_name = given.uploader_name ?? recipient?.name;
    if (uploader_name === undefined) throw new Refusal(400, 'Name is required');
    const uploader_email = given.uploader_email ?? recipient?.email ?? null;
    if (uploader_email === null && needsEmail(request, recipient)) throw new Refusal(400, 'E-mail is required');
    return { uploader_name, uploader_email, user_id: caller?.id ?? null };
  }

  async keep(
    { request, recipient, submission }: Uploader,
    { person, folder_id, visitor }: { person: Person; folder_id: string; visitor: Visitor },
  ): Promise<{ submission: Submission; receipt: string | null }> {
    if (recipient) await this.recipients.advance(recipient.id, ['invited', 'opened'], 'partial');
    if (submission) {
      const { id } = submission;
      if (submission.folder_id !== folder_id) await this.submissions.update({ id }, { folder_id, updated_at: NOW });
      return { submission, receipt: null };
    }
    const { uploader_name, uploader_email, user_id } = person;
    const begun = await this.submissions.begin({
      request_id: request.id,
      recipient_id: recipient?.id ?? null,
      uploader_name,
      uploader_email,
      user_id,
      folder_id,
      ip_prefix: prefixOf(visitor.address),
    });
    return recipient ? { ...begun, receipt: null } : begun;
  }

  /** True once a day. */
  mayTellStorage(requestId: string): Promise<boolean> {
    return this.requests.mayTellStorage(requestId);
  }
}
