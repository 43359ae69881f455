import { FilesService } from '../../../files/files.service.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { IsInt, Max, Min } from 'class-validator';
import type { Values } from '../../../platform/database/entity.repository.js';
import { Chars } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppUploadsService } from '../../kernel/files/app-uploads.service.js';
import { DOCX } from '../../kernel/files/file-text-readers.js';
import type { PromisedUpload } from '../../kernel/files/uploads.js';
import type { Doc } from '../entities/doc.entity.js';
import { ImportDocJob } from '../jobs/import-doc.job.js';

const TYPES = new Set(['text/plain', 'text/markdown', 'text/html', 'application/pdf', DOCX]);
const MOST_BYTES = 25 * 1024 * 1024;
export const UPLOAD_SECONDS = 3_600;
export const FIRST_LOOK = 5;
export const NOT_ALLOWED = 'File type not allowed';

export class ImportFields {
  @Chars(1, 200) filename!: string;
  @Chars(1, 200) content_type!: string;
  @IsInt() @Min(1) @Max(MOST_BYTES) size_bytes!: number;
}

/** Files whose text becomes the body of a document. */
@AppProvider()
export class ImportsService {
  constructor(
    private readonly uploads: AppUploadsService,
    private readonly files: FilesService,
    private readonly jobs: JobsService,
    private readonly job: ImportDocJob,
  ) {}

  /** The columns of the document that waits for the file, and where the file is put. */
  async promise(ownerId: string, wanted: ImportFields): Promise<{ columns: Values<Doc>; upload: PromisedUpload }> {
    if (!TYPES.has(wanted.content_type)) throw new Refusal(400, NOT_ALLOWED);
    const rule = { seconds: UPLOAD_SECONDS, programs: true, attached: true, notAllowed: NOT_ALLOWED };
    const { file, answer } = await this.uploads.promise(ownerId, wanted, rule);
    const columns: Values<Doc> = {
      import_status: 'awaiting_upload',
      import_key: file.file_id,
      import_type: file.content_type,
      import_bytes: file.size_bytes,
    };
    return { columns, upload: answer };
  }

  async lookLater(docId: string): Promise<void> {
    await this.jobs.enqueue(this.job, { doc_id: docId, pause: FIRST_LOOK }, FIRST_LOOK);
  }

  /** Beside the looks that are planned. */
  async lookNow(docId: string): Promise<void> {
    await this.jobs.enqueue(this.job, { doc_id: docId });
  }

  release(fileIds: string[]): Promise<void> {
    return this.files.release(fileIds);
  }
}
