import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { FileRequest } from '../entities/request.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { RequestFoldersService } from '../requests/request-folders.service.js';
import { folderName } from './file-names.js';
import { SubmissionRepository } from './submission.repository.js';

/** Where the files of an uploader go: to the folder of the request, or to one of their own in it. */
@AppProvider()
export class UploaderFoldersService {
  constructor(
    private readonly documents: AppDocumentsService,
    private readonly folders: RequestFoldersService,
    private readonly submissions: SubmissionRepository,
  ) {}

  async of(request: FileRequest, submission: Submission | undefined, uploader: string): Promise<string> {
    const known = submission?.folder_id;
    if (known && (await this.folders.mayWrite(request.owner_id, known))) return known;
    const folderId = await this.folders.ofRequest(request);
    return request.subfolders ? this.free(request, folderId, folderName(uploader)) : folderId;
  }

  /** A folder that is no other uploader's, also of one with the same name. */
  private async free({ id, owner_id }: FileRequest, below: string, name: string): Promise<string> {
    for (let number = 1 + (await this.submissions.namesakes(id, name)); ; number++) {
      const numbered = number === 1 ? name : `${name} (${number})`;
      const folder = await this.documents.service.ensureFolder(owner_id, [numbered], below);
      if (!(await this.submissions.exists({ folder_id: folder.id }))) return folder.id;
    }
  }
}
