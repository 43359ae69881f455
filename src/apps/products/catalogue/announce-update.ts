import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Product } from '../entities/product.entity.js';
import { TellBuyers } from '../jobs/tell-buyers.job.js';
import { BuyerRepository } from '../sales/buyer.repository.js';
import { ProductRepository } from './product.repository.js';

/** Who has bought hears of a new version, once a day at most. */
@AppProvider()
export class AnnounceUpdate {
  constructor(
    private readonly products: ProductRepository,
    private readonly buyers: BuyerRepository,
    private readonly jobs: JobsService,
    private readonly tell: TellBuyers,
  ) {}

  /** Answers how many. */
  async begin({ id }: Product, text: string): Promise<number> {
    const at = await this.products.beginUpdate(id);
    if (!at) throw new Refusal(409, 'Buyers were notified less than 24 hours ago');
    await this.jobs.enqueue(this.tell, { product_id: id, text, at: at.toISOString() });
    return this.buyers.countWanting(id);
  }
}
