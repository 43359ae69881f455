import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BenefitsService } from '../members/benefits.service.js';

/** Each hour: benefits that a plan has no more end with the period of each subscriber. */
@AppProvider()
export class EndBenefits extends BatchJob {
  readonly name = 'subscriptions.end-benefits';
  override readonly every = '27 * * * *';

  constructor(private readonly benefits: BenefitsService) {
    super();
  }

  protected batch(): Promise<boolean> {
    return this.benefits.endDue();
  }
}
