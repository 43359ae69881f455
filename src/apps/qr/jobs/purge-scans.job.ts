import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CodeUpkeepRepository } from './code-upkeep.repository.js';

const BATCH = 10_000;

/** Removes the scans of a code that is gone, which no foreign key does. */
@AppProvider()
export class PurgeScansJob extends BatchJob<{ code_id: string }> {
  readonly name = 'qr.purge-scans';

  constructor(private readonly codes: CodeUpkeepRepository) {
    super();
  }

  protected async batch({ code_id }: { code_id: string }): Promise<boolean> {
    return (await this.codes.purgeScans(code_id, BATCH)) === BATCH;
  }
}
