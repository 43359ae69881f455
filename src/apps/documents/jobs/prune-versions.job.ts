import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { UpkeepRepository } from '../bytes/upkeep.repository.js';
import { DocumentsSettings } from '../documents.settings.js';

const BATCH = 500;
const { max_versions: MOST } = new DocumentsSettings();

/** Removes the oldest versions beyond what an owner keeps, never the current one, and none that another app needs. */
@AppProvider()
export class PruneVersionsJob extends BatchJob {
  readonly name = 'documents.prune-versions';
  override readonly every = '10 2 * * *';

  constructor(private readonly upkeep: UpkeepRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.upkeep.prune(BATCH, MOST)) === BATCH;
  }
}
