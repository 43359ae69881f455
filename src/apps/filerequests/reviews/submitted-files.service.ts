import { Refusal } from '../../../platform/http/refusal.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { grouped } from '../../kernel/rows/grouped.js';
import { present } from '../../kernel/rows/view.js';
import type { Submission } from '../entities/submission.entity.js';
import { FileView, SubmissionView, type SubmittedView } from '../filerequests.views.js';
import { RequestFileRepository, type ShownFile } from '../uploads/file.repository.js';

const URL_SECONDS = 600;

/** Submissions with their files, as the owner of the request sees them. */
@AppProvider()
export class SubmittedFilesService {
  constructor(
    private readonly files: RequestFileRepository,
    private readonly documents: AppDocumentsService,
  ) {}

  async with(submissions: Submission[]): Promise<SubmittedView[]> {
    const files = await this.files.shown(submissions.map(({ id }) => id));
    const views = await Promise.all(files.map((file) => this.view(file)));
    const bySubmission = grouped(views, ({ submission_id }) => submission_id);
    return submissions.map((row) => ({ ...present(SubmissionView, row), files: bySubmission.get(row.id) ?? [] }));
  }

  private async view(file: ShownFile): Promise<FileView> {
    return { ...present(FileView, file), item: file.item, download_url: await this.address(file) };
  }

  /** Null where the owner has deleted the document for good. */
  private async address({ document_id, version_id, name, stored_name, status }: ShownFile): Promise<string | null> {
    if (!document_id || !version_id || status === 'removed') return null;
    const how = { filename: stored_name ?? name, inline: false, ttl_seconds: URL_SECONDS };
    try {
      return await this.documents.service.signedUrl(version_id, how);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }
}
