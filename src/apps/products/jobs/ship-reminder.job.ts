import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ProductNews } from '../product-news.js';
import { ProductsSettings } from '../products.settings.js';
import { ShippingRepository } from './shipping.repository.js';

const BATCH = 500;

/** Sellers are reminded of what waits to be shipped for longer than they want. */
@AppProvider()
export class RemindToShip extends Job {
  readonly name = 'products.ship-reminder';
  override readonly every = '0 9 * * *';

  constructor(
    private readonly shipping: ShippingRepository,
    private readonly settings: AppSettings,
    private readonly news: ProductNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(): Promise<void> {
    return inBatches(this.database, (after) => this.batch(after));
  }

  /** The last of the batch; undefined where there are no more. */
  private async batch(after: string): Promise<string | undefined> {
    const sellers = await this.shipping.sellers(after, BATCH);
    const settings = await this.settings.ofMany(ProductsSettings, sellers);
    const days = (id: string) => settings.get(id)?.ship_reminder_days ?? 0;
    const wanting = sellers.filter((id) => days(id) > 0);
    const waiting = await this.shipping.remind(wanting, wanting.map(days));
    for (const { seller_id, orders } of waiting) this.news.shipReminder(seller_id, orders);
    return sellers.at(-1);
  }
}
