import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { EndingService } from '../members/ending.service.js';
import { DueRepository } from './due.repository.js';

/** Every five minutes: what was not paid within the grace period expires. */
@AppProvider()
export class EndGrace extends BatchJob {
  readonly name = 'subscriptions.end-grace';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly due: DueRepository,
    private readonly ending: EndingService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.ending.end(await this.due.outOfGrace(), 'expired')).length > 0;
  }
}
