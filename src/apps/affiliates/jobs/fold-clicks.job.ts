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
    let after: Date | string | null = '-infinity';
    for (let read = BATCH; read === BATCH && after !== null;) {
      const from: Date | string = after;
      const batch = await this.database.transaction(() => this.clicks.forgetBatch(from, BATCH));
      ({ read, through: after } = batch);
    }
  }
}
