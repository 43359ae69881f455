import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DocumentSumRepository, PaymentSumRepository, TaxSumRepository } from '../sum.repository.js';

/** Every ten minutes: the parts of a sum become one row, so that lists and statistics read few rows. */
@AppProvider()
export class FoldSums extends BatchJob {
  readonly name = 'invoicing.fold-sums';
  override readonly every = '*/10 * * * *';

  constructor(
    private readonly documents: DocumentSumRepository,
    private readonly taxes: TaxSumRepository,
    private readonly payments: PaymentSumRepository,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.documents.fold()) || (await this.taxes.fold()) || this.payments.fold();
  }
}
