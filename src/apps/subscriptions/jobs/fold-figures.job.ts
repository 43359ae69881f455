import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SellerDayRepository } from './seller-day.repository.js';

/** Every ten minutes: the rows of a figure of a seller's day become one, so that statistics read few rows. */
@AppProvider()
export class FoldFigures extends BatchJob {
  readonly name = 'subscriptions.fold-figures';
  override readonly every = '*/10 * * * *';

  constructor(private readonly days: SellerDayRepository) {
    super();
  }

  protected batch(): Promise<boolean> {
    return this.days.fold();
  }
}
