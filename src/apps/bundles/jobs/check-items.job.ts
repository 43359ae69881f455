import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BundleNews } from '../bundle-news.js';
import { BundleRepository } from '../catalogue/bundle.repository.js';
import { type OfferedItem, OffersService } from '../offers/offers.service.js';

const BATCH = 200;

/** Notes which published bundles have an item that is not for sale; their owners are notified once. */
@AppProvider()
export class CheckItems extends Job {
  readonly name = 'bundles.check-items';
  override readonly every = '23 * * * *';

  constructor(
    private readonly bundles: BundleRepository,
    private readonly offers: OffersService,
    private readonly news: BundleNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(): Promise<void> {
    return inBatches(this.database, (after) => this.batch(after));
  }

  private async batch(after: string): Promise<string | undefined> {
    const bundles = await this.bundles.toCheck(after, BATCH);
    const offers = await this.offers.ofAll(bundles);
    const missingOf = (id: string) => offers.get(id)?.items.filter(({ available }) => !available) ?? [];
    const available = bundles.filter(({ id }) => !missingOf(id).length);
    await this.bundles.setAvailable(available.map(({ id }) => id));
    for (const bundle of bundles) {
      const missing = missingOf(bundle.id);
      if (missing.length && (await this.bundles.setUnavailable(bundle.id)))
        this.news.itemUnavailable(bundle, missing.map(named));
    }
    return bundles.at(-1)?.id;
  }
}

const named = ({ item: { item_type, item_id }, title }: OfferedItem) => ({ item_type, item_id, title });
