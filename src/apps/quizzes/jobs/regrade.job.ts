import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { Regrading, type Regraded } from '../results/regrading.js';

/** What was finished is measured anew, in batches. Where it has been already, it stays. */
@AppProvider()
export class Regrade extends Job<Regraded> {
  readonly name = 'quizzes.regrade';

  constructor(
    private readonly regrading: Regrading,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(regraded: Regraded): Promise<void> {
    return inBatches(this.database, (after) => this.regrading.batch(regraded, after));
  }
}
