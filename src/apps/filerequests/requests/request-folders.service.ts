import { notFound } from '../../../platform/http/refusal.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { FileRequest } from '../entities/request.entity.js';
import { folderName } from '../uploads/file-names.js';
import { RequestRepository } from './request.repository.js';

const ROOT = 'File requests';
const MAY_WRITE = new Set(['owner', 'editor']);

/** The folders of the app `documents` that files go to. */
@AppProvider()
export class RequestFoldersService {
  constructor(
    private readonly documents: AppDocumentsService,
    private readonly requests: RequestRepository,
  ) {}

  /** The folder that was named, or one with the title of the request. */
  async choose(ownerId: string, title: string, folderId: string | null | undefined): Promise<string> {
    if (!folderId) return (await this.documents.service.ensureFolder(ownerId, [ROOT, folderName(title)])).id;
    if (!(await this.mayWrite(ownerId, folderId))) throw notFound('Folder');
    return folderId;
  }

  /** A folder that was deleted, or that the owner may no longer write to, is replaced, so that no files are refused for it. */
  async ofRequest({ id, owner_id, title, folder_id }: FileRequest): Promise<string> {
    if (await this.mayWrite(owner_id, folder_id)) return folder_id;
    const folder = await this.choose(owner_id, title, null);
    await this.requests.update({ id }, { folder_id: folder });
    return folder;
  }

  async mayWrite(ownerId: string, folderId: string): Promise<boolean> {
    const folder = await this.documents.service.getFolder(ownerId, folderId);
    return folder !== null && MAY_WRITE.has(folder.role);
  }
}
