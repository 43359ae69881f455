import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CommissionRepository } from '../commissions/commission.repository.js';

const BATCH = 500;

/** Approves commissions whose hold is over, unless their merchant does that by hand. */
@AppProvider()
export class ApproveCommissions extends BatchJob {
  readonly name = 'affiliates.approve-commissions';
  override readonly every = '0 * * * *';

  constructor(private readonly commissions: CommissionRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.commissions.approve(BATCH)) === BATCH;
  }
}
