import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import type { DocumentUpload } from '../../contracts/documents.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { FileRequest, RequestItem } from '../entities/request.entity.js';
import type { RequestFile, Submission } from '../entities/submission.entity.js';
import { isAccepted } from '../refusals.js';
import { ItemRepository } from '../requests/item.repository.js';
import { RequestRepository } from '../requests/request.repository.js';
import { harmlessName } from '../../../files/stored/file-name.js';
import { isAllowedName, storedName } from './file-names.js';
import { RequestFileRepository } from './file.repository.js';
import { SavepointsService } from './savepoints.service.js';
import { UploaderFoldersService } from './uploader-folders.service.js';
import type { Uploader } from './uploaders.service.js';
import { expectTakesFiles } from './uploading.policy.js';

export interface WantedFile {
  item_id?: string;
  name: string;
  size_bytes: number;
  content_type: string;
}

/** Promises of the app `documents` to take a file. */
@AppProvider()
export class NewUploadsService {
  constructor(
    private readonly documents: AppDocumentsService,
    private readonly requests: RequestRepository,
    private readonly items: ItemRepository,
    private readonly files: RequestFileRepository,
    private readonly folders: UploaderFoldersService,
    private readonly savepoints: SavepointsService,
  ) {}

  /** False where the owner's documents take no file of this size. */
  hasRoom({ owner_id, folder_id }: FileRequest, bytes: number): Promise<boolean> {
    return this.documents.service.hasRoom(owner_id, folder_id, bytes);
  }

  /** Throws where the request does not take this file. The request is locked if the file is to be promised. */
  async check({ request, submission }: Uploader, wanted: WantedFile, blocked: string[]): Promise<void> {
    expectTakesFiles(request, submission, new Date());
    if (submission?.status === 'accepted') throw isAccepted();
    const item = await this.item(request.id, wanted.item_id);
    if (!isAllowedName(harmlessName(wanted.name), item?.allowed_extensions ?? [], blocked))
      throw new Refusal(400, 'File type not allowed');
    if (wanted.size_bytes > request.max_file_bytes) throw new Refusal(400, 'File is too large');
    const ofItem = item && submission ? await this.files.countOfItem(submission.id, item.id) : 0;
    if (request.received_files >= request.max_files || (item && ofItem >= item.max_files))
      throw new Refusal(409, 'Too many files');
  }

  /** Undefined: the documents of the owner take no more files. What the documents refuse for the file itself is thrown. */
  async promise(
    { request, submission }: Uploader,
    uploader: string,
    { name, size_bytes, content_type }: WantedFile,
  ): Promise<{ upload: DocumentUpload; folder_id: string } | undefined> {
    const { id, owner_id, naming } = request;
    const promised = await this.savepoints.attempt(async () => {
      const folder_id = await this.folders.of(request, submission, uploader);
      const upload = await this.documents.service.beginUpload({
        owner_id,
        folder_id,
        name: storedName(name, uploader, naming === 'uploader_prefix'),
        size_bytes,
        content_type,
        source_app: 'filerequests',
        source_id: id,
      });
      return { upload, folder_id };
    });
    if (!(promised instanceof Refusal)) return promised;
    if (promised.status === 400) throw promised;
    return undefined;
  }

  /** The row of the promised file, which takes a place of the request from now on. */
  async add(submission: Submission, upload: DocumentUpload, wanted: WantedFile): Promise<RequestFile> {
    const { item_id, name, size_bytes, content_type } = wanted;
    if (!(await this.requests.reserve(submission.request_id, size_bytes))) throw new Refusal(409, 'Too many files');
    return this.files.insert({
      submission_id: submission.id,
      request_id: submission.request_id,
      item_id,
      upload_id: upload.upload_id,
      name: harmlessName(name),
      size_bytes,
      content_type,
      expires_at: upload.expires_at,
    });
  }

  private async item(requestId: string, itemId: string | undefined): Promise<RequestItem | undefined> {
    const items = await this.items.of(requestId);
    if (itemId === undefined) {
      if (items.length) throw new Refusal(400, 'Choose an item');
      return undefined;
    }
    const item = items.find(({ id }) => id === itemId);
    if (!item) throw notFound('Item');
    return item;
  }
}
