import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { RecountRepository } from './recount.repository.js';

const BATCH = 200;

/** All that forums count, counted anew: what has gone wrong once does not stay so. */
@AppProvider()
export class Recount extends Job {
  readonly name = 'forums.recount';
  override readonly every = '50 4 * * *';

  constructor(
    private readonly counts: RecountRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (const kind of this.counts.kinds)
      await inBatches(this.database, (after) => this.counts.batch(kind, after, BATCH));
  }
}
