import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { RollUpDaysJob } from '../../../web-events/days/roll-up-days.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ClickRepository } from '../clicks/click.repository.js';

const BATCH = 500;

/** Counts the days that are over, and deletes clicks that ended 30 days ago unless a conversion names them. */
@AppProvider()
export class FoldClicks extends Job {
  readonly name = 'affiliates.fold-clicks';
  override readonly every = '0 3 * * *';

  constructor(
    private readonly clicks: ClickRepository,
    private readonly rollUp: RollUpDaysJob,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.rollUp.run();
    for (let after: Date | string | null = '-infinity'; after !== null;) after = await this.forget(after);
  }

  /** Up to where it has read; null: there is no more. */
  private async forget(after: Date | string): Promise<Date | null> {
    const { read, through } = await this.database.transaction(() => this.clicks.forgetBatch(after, BATCH));
    return read === BATCH ? through : null;
  }
}
