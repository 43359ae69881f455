import { AppProvider } from '../../kernel/app-provider.js';
import { BatchJob } from '../../../jobs/batch.job.js';
import { ForumRepository } from '../forums/forum.repository.js';

const BATCH = 500;

/** Forums whose owner has gone. */
@AppProvider()
export class AdoptForums extends BatchJob {
  readonly name = 'forums.adopt-forums';
  override readonly every = '10 4 * * *';

  constructor(private readonly forums: ForumRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.forums.adoptBatch(BATCH)) === BATCH;
  }
}
