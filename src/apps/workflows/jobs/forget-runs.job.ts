import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RunRepository } from '../running/run.repository.js';

const BATCH = 500;

/** Deletes runs that are older than run_days of their owner. */
@AppProvider()
export class ForgetRuns extends BatchJob {
  readonly name = 'workflows.forget-runs';
  override readonly every = '17 4 * * *';

  constructor(private readonly runs: RunRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.runs.forget(BATCH)) === BATCH;
  }
}
