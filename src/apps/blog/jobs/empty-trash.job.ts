import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { UpkeepRepository } from './upkeep.repository.js';

const BATCH = 100;

/** Deletes what has been in the trash for 30 days. */
@AppProvider()
export class EmptyTrashJob extends BatchJob {
  readonly name = 'blog.empty-trash';
  override readonly every = '25 3 * * *';

  constructor(private readonly upkeep: UpkeepRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.upkeep.emptyTrash(BATCH)) === BATCH;
  }
}
