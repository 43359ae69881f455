import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ImportsService } from '../imports/imports.service.js';
import { DocRepository } from '../writing/doc.repository.js';

const BATCH = 100;

/** Deletes documents that have been in the bin for 30 days. */
@AppProvider()
export class PurgeDocsJob extends BatchJob {
  readonly name = 'ai-docs.purge-docs';
  override readonly every = '10 4 * * *';

  constructor(
    private readonly docs: DocRepository,
    private readonly imports: ImportsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const due = await this.docs.dueInBin(BATCH);
    if (due.length) await this.imports.release(await this.docs.destroy(due));
    return due.length === BATCH;
  }
}
