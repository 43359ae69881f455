import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DocumentSumRepository } from '../documents/document-sum.repository.js';

/** Every ten minutes: the parts of a sum over the documents of an owner become one row, so that lists read few rows. */
@AppProvider()
export class FoldSums extends BatchJob {
  readonly name = 'invoicing.fold-sums';
  override readonly every = '*/10 * * * *';

  constructor(private readonly sums: DocumentSumRepository) {
    super();
  }

  protected batch(): Promise<boolean> {
    return this.sums.fold();
  }
}
