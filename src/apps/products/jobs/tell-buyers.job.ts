import { AppProvider } from '../../kernel/app-provider.js';
import { BatchJob } from '../../../jobs/batch.job.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import { ProductNews } from '../product-news.js';
import { BuyerRepository } from '../sales/buyer.repository.js';

const BATCH = 500;

export interface Told {
  product_id: string;
  text: string;
  /** Which update it is about. */
  at: string;
}

/** How far it has come is written with each batch: run again, it goes on there, and nobody is told twice. */
@AppProvider()
export class TellBuyers extends BatchJob<Told> {
  readonly name = 'products.tell-buyers';

  constructor(
    private readonly products: ProductRepository,
    private readonly buyers: BuyerRepository,
    private readonly news: ProductNews,
  ) {
    super();
  }

  protected async batch({ product_id, text, at }: Told): Promise<boolean> {
    const product = await this.products.lock(product_id);
    if (product?.last_update_at?.toISOString() !== at) return false;
    const next = await this.buyers.nextWanting(product_id, product.update_told_through, BATCH);
    const last = next.at(-1);
    if (last === undefined) return false;
    this.news.updated(product, next, text);
    await this.products.update({ id: product_id }, { update_told_through: last });
    return next.length === BATCH;
  }
}
