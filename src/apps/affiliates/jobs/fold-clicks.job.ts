import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ClickRepository } from '../clicks/click.repository.js';

const BATCH = 500;

/**
 * Deletes clicks of counted days that ended 30 days ago, unless a conversion names them. The job of the web events counts
 * the days every hour.
 */
@AppProvider()
export class FoldClicks extends Job {
  readonly name = 'affiliates.fold-clicks';
  override readonly every = '0 3 * * *';

  constructor(
    private readonly clicks: ClickRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (let after: Date | string | null = '-infinity'; after !== null;) after = await this.forget(after);
  }

  /** Up to where it has read; null: there is no more. */
  private async forget(after: Date | string): Promise<Date | null> {
    const { read, through } = await this.database.transaction(() => this.clicks.forgetBatch(after, BATCH));
    return read === BATCH ? through : null;
  }
}
