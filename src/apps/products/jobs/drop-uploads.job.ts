import { FilesService } from '../../../files/files.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DropUploadsJob } from '../../kernel/files/drop-uploads.job.js';
import { ProductFileRepository } from '../files/product-file.repository.js';

@AppProvider()
export class DropUploads extends DropUploadsJob {
  readonly name = 'products.drop-uploads';
  override readonly every = '17 4 * * *';

  constructor(
    protected readonly rows: ProductFileRepository,
    protected readonly files: FilesService,
  ) {
    super();
  }
}
