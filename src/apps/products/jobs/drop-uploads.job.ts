import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { BatchJob } from '../../../jobs/batch.job.js';
import { ProductFileRepository } from '../files/product-file.repository.js';

const BATCH = 500;

/** Uploads that were promised a day ago, and have not come. */
@AppProvider()
export class DropUploads extends BatchJob {
  readonly name = 'products.drop-uploads';
  override readonly every = '17 4 * * *';

  constructor(
    private readonly rows: ProductFileRepository,
    private readonly files: FilesService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const dropped = await this.rows.drop(BATCH);
    await this.files.release(dropped);
    return dropped.length === BATCH;
  }
}
