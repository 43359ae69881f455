import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { TimeSumRepository } from '../sum.repository.js';

/** Every ten minutes: the parts of a sum become one row, so that lists and statistics read few rows. */
@AppProvider()
export class FoldSums extends BatchJob {
  readonly name = 'timetracking.fold-sums';
  override readonly every = '*/10 * * * *';

  constructor(private readonly sums: TimeSumRepository) {
    super();
  }

  protected batch(): Promise<boolean> {
    return this.sums.fold();
  }
}
