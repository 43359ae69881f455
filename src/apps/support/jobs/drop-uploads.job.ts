import { FilesService } from '../../../files/files.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DropUploadsJob } from '../../kernel/files/drop-uploads.job.js';
import { UploadRepository } from '../messages/upload.repository.js';

@AppProvider()
export class DropUploads extends DropUploadsJob {
  readonly name = 'support.drop-uploads';
  override readonly every = '41 * * * *';

  constructor(
    protected readonly rows: UploadRepository,
    protected readonly files: FilesService,
  ) {
    super();
  }
}
