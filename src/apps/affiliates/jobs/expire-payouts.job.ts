import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PayoutRepository } from '../payouts/payout.repository.js';

const BATCH = 500;

/** Ends payouts that were not paid in time; their commissions can be paid again. */
@AppProvider()
export class ExpirePayouts extends BatchJob {
  readonly name = 'affiliates.expire-payouts';
  override readonly every = '*/15 * * * *';

  constructor(private readonly payouts: PayoutRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const ids = await this.payouts.lockExpired(BATCH);
    await this.payouts.expire(ids);
    return ids.length === BATCH;
  }
}
