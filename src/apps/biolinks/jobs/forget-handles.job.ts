import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { UpkeepRepository } from './upkeep.repository.js';

const BATCH = 1000;

/** After 90 days a former handle is anybody's again. */
@AppProvider()
export class ForgetHandles extends BatchJob {
  readonly name = 'biolinks.forget-handles';
  override readonly every = '55 2 * * *';

  constructor(private readonly rows: UpkeepRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.rows.forgetHandles(BATCH)) === BATCH;
  }
}
