import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BundleNews } from '../bundle-news.js';
import { BundleRepository } from '../catalogue/bundle.repository.js';

const BATCH = 500;

/** Notifies owners of sales that end within a day. */
@AppProvider()
export class SaleEnding extends BatchJob {
  readonly name = 'bundles.sale-ending';
  override readonly every = '0 9 * * *';

  constructor(
    private readonly bundles: BundleRepository,
    private readonly news: BundleNews,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const ending = await this.bundles.takeEnding(BATCH);
    for (const bundle of ending) this.news.saleEnding(bundle);
    return ending.length === BATCH;
  }
}
