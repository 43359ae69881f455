import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { ProductFileRepository } from '../files/product-file.repository.js';

const BATCH = 500;

/** Uploads that were promised a day ago, and have not come. */
@AppProvider()
export class DropUploads extends Job {
  readonly name = 'products.drop-uploads';
  override readonly every = '17 4 * * *';

  constructor(
    private readonly rows: ProductFileRepository,
    private readonly files: FilesService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.batch())) === BATCH);
  }

  private async batch(): Promise<number> {
    const dropped = await this.rows.drop(BATCH);
    await this.files.release(dropped);
    return dropped.length;
  }
}
