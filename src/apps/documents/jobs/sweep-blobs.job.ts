import { FilesService } from '../../../files/files.service.js';
import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { UpkeepRepository } from '../bytes/upkeep.repository.js';

const BATCH = 200;

/** Removes bytes that no version has any more. The file store removes its object before it forgets where that is. */
@AppProvider()
export class SweepBlobsJob extends BatchJob {
  readonly name = 'documents.sweep-blobs';
  override readonly every = '30 2 * * *';

  constructor(
    private readonly upkeep: UpkeepRepository,
    private readonly files: FilesService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const unused = await this.upkeep.sweep(BATCH);
    await this.files.release(unused);
    return unused.length === BATCH;
  }
}
