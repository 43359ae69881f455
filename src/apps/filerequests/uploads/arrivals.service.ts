import { DatabaseService } from '../../../platform/database/database.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { FileRequest } from '../entities/request.entity.js';
import type { RequestFile } from '../entities/submission.entity.js';
import { RequestRepository } from '../requests/request.repository.js';
import { fitsName, formatOf } from './content-types.js';
import { RequestFileRepository } from './file.repository.js';
import { SavepointsService } from './savepoints.service.js';

const MISMATCH = 'Content does not match the file type';
const NOT_YET = 'Upload is not complete';
const OTHER_BYTES = 'Uploaded file does not match';
const AT_ONCE = 8;

/**
 * Files whose bytes have arrived: the app `documents` makes documents of them in the transaction, and their content is
 * looked at after it, because the file store takes part in no transaction. Until then they stay pending, with their document.
 */
@AppProvider()
export class ArrivalsService {
  constructor(
    private readonly documents: AppDocumentsService,
    private readonly files: RequestFileRepository,
    private readonly requests: RequestRepository,
    private readonly savepoints: SavepointsService,
    private readonly database: DatabaseService,
  ) {}

  /** Returns the files that are still uploading. The request is locked. */
  async complete(submissionId: string): Promise<RequestFile[]> {
    const uploading: RequestFile[] = [];
    const lost: RequestFile[] = [];
    for (const file of await this.files.waiting(submissionId)) {
      const document = await this.savepoints.attempt(() => this.documents.service.completeUpload(file.upload_id));
      if (!(document instanceof Refusal)) await this.files.arrived(file.id, document);
      else if (document.message === NOT_YET) uploading.push(file);
      else if (document.message === OTHER_BYTES) await this.reject(file, OTHER_BYTES);
      else lost.push(file);
    }
    for (const { upload_id } of lost) await this.abort(upload_id);
    await this.giveUp(lost, 'lost');
    return uploading;
  }

  /** Outside of transactions: receives the complete files of a submission, or rejects them for what they hold. */
  async look(submissionId: string): Promise<void> {
    const complete = await this.files.complete(submissionId);
    for (let at = 0; at < complete.length; at += AT_ONCE) {
      const some = complete.slice(at, at + AT_ONCE);
      const fits = await Promise.all(some.map((file) => this.fits(file)));
      await this.database.transaction(async () => {
        const [{ request_id }] = some as [RequestFile];
        const request = await this.requests.findOne({ id: request_id }, { lock: 'no key update' });
        for (const [place, file] of some.entries()) if (request) await this.settle(request, file, fits[place] === true);
      });
    }
  }

  private async fits({ name, version_id }: RequestFile): Promise<boolean> {
    const content = await this.documents.service.readVersion(version_id as string);
    return fitsName(name, await formatOf(content));
  }

  private async settle({ owner_id }: FileRequest, file: RequestFile, fits: boolean): Promise<void> {
    const isSettled = await this.files.settle(file.id, fits ? null : MISMATCH);
    if (isSettled && !fits) await this.trash(owner_id, file);
  }

  /** Removes files of the uploader: what has arrived goes to the trash of the documents. The request is locked. */
  async remove({ owner_id }: FileRequest, files: RequestFile[]): Promise<void> {
    for (const file of files) await (file.document_id ? this.trash(owner_id, file) : this.abort(file.upload_id));
    await this.giveUp(files, 'removed');
  }

  /** Ends uploads that nobody can finish any more. The request is locked. */
  async expire(files: RequestFile[]): Promise<void> {
    for (const { upload_id } of files) await this.abort(upload_id);
    await this.giveUp(files, 'lost');
  }

  private async giveUp(files: RequestFile[], status: 'lost' | 'removed'): Promise<void> {
    const [first] = files;
    if (!first) return;
    await this.files.mark(
      files.map(({ id }) => id),
      status,
    );
    await this.requests.giveBack(first.request_id, files);
  }

  private async reject(file: RequestFile, reason: string): Promise<void> {
    await this.abort(file.upload_id);
    await this.files.settle(file.id, reason);
  }

  /** The owner may have deleted it already, or another app may hold it; then it stays as it is. */
  private async trash(ownerId: string, { document_id }: RequestFile): Promise<void> {
    await this.savepoints.attempt(() => this.documents.service.trashDocument(ownerId, document_id as string));
  }

  private async abort(uploadId: string): Promise<void> {
    await this.savepoints.attempt(() => this.documents.service.abortUpload(uploadId));
  }
}
