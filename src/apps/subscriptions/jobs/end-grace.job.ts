import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Subscription } from '../entities/subscription.entity.js';
import { EndingService } from '../members/ending.service.js';
import { DueRepository } from './due.repository.js';

/** Every five minutes: what was not paid within the grace period expires; what its seller has ended is canceled. */
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
    const rows = await this.due.outOfGrace();
    const isEnded = ({ cancel_at_period_end }: Subscription) => cancel_at_period_end;
    await this.ending.end(rows.filter(isEnded), 'canceled');
    await this.ending.end(
      rows.filter((row) => !isEnded(row)),
      'expired',
    );
    return rows.length > 0;
  }
}
