import { notFound } from '../../../platform/http/refusal.js';
import type { DocumentUpload as BegunUpload, NewDocumentUpload } from '../../contracts/documents.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { DocumentUpload, Version } from '../entities/version.entity.js';
import { UploadCompletionService } from './upload-completion.service.js';
import { UploadRepository } from './upload.repository.js';
import { UploadsService } from './uploads.service.js';

/** Uploads of other apps. Who sends the bytes may be somebody without an account; the owner of the folder acts. */
@AppProvider()
export class SharedUploadsService {
  constructor(
    private readonly uploads: UploadsService,
    private readonly rows: UploadRepository,
    private readonly completion: UploadCompletionService,
  ) {}

  async begin({ owner_id, folder_id, ...file }: NewDocumentUpload): Promise<BegunUpload> {
    const wanted = { ...file, parent_id: folder_id, on_conflict: 'rename' as const };
    const { id, ...begun } = await this.uploads.begin({ id: owner_id }, wanted);
    return { upload_id: id, ...begun };
  }

  async complete(uploadId: string, name?: string): Promise<{ ownerId: string; version: Version }> {
    const upload = await this.locked(uploadId);
    const version = await this.completion.complete({ id: upload.owner_id }, upload, { name });
    return { ownerId: upload.owner_id, version };
  }

  async abort(uploadId: string): Promise<void> {
    await this.uploads.abort(await this.locked(uploadId));
  }

  private async locked(id: string): Promise<DocumentUpload> {
    const upload = await this.rows.findOne({ id }, { lock: 'update' });
    if (!upload) throw notFound('Upload');
    return upload;
  }
}
