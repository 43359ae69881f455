import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PeriodEndsService } from '../members/period-ends.service.js';
import { DueRepository } from './due.repository.js';

/** Every five minutes: what follows when a period is over. */
@AppProvider()
export class RollPeriods extends BatchJob {
  readonly name = 'subscriptions.roll-periods';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly due: DueRepository,
    private readonly ends: PeriodEndsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const rows = await this.due.over();
    await this.ends.roll(rows);
    return rows.length > 0;
  }
}
