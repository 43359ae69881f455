import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { UpkeepRepository } from './upkeep.repository.js';

const BATCH = 10_000;

/** Removes the events of a deleted page, which no foreign key does. */
@AppProvider()
export class ForgetEvents extends BatchJob<{ page_id: string }> {
  readonly name = 'biolinks.forget-events';

  constructor(private readonly rows: UpkeepRepository) {
    super();
  }

  protected async batch({ page_id }: { page_id: string }): Promise<boolean> {
    return (await this.rows.forgetEvents(page_id, BATCH)) === BATCH;
  }
}
