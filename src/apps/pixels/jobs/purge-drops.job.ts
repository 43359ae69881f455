import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DropRepository } from '../counting/drop.repository.js';

const BATCH = 10_000;

/** Removes the numbers of requests that did not count, a week later. */
@AppProvider()
export class PurgeDrops extends BatchJob {
  readonly name = 'pixels.purge-drops';
  override readonly every = '40 2 * * *';

  constructor(private readonly drops: DropRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.drops.purge(BATCH)) === BATCH;
  }
}
