import { AppProvider } from '../kernel/app-provider.js';
import { SellerProducts, type ShelvedProduct } from '../../payments/extension-points.js';
import type { Slice } from '../../platform/database/page.js';
import { ProductRepository } from './catalogue/product.repository.js';
import { ProductListRepository } from './catalogue/product-list.repository.js';
import { ProductNews } from './product-news.js';

/** What the administration and the dashboard of sellers are told of products. */
@AppProvider()
export class ProductsShelf extends SellerProducts {
  constructor(
    private readonly lists: ProductListRepository,
    private readonly products: ProductRepository,
    private readonly news: ProductNews,
  ) {
    super();
  }

  list(slice: Slice): Promise<ShelvedProduct[]> {
    return this.lists.shelf(slice);
  }

  /** Out of sight and unsellable for good; who has bought it keeps it. */
  async remove(id: string): Promise<boolean> {
    const product = await this.products.lock(id);
    if (!product || product.status === 'removed') return false;
    await this.products.change(id, { status: 'removed' });
    this.news.removed(product);
    return true;
  }

  countOf(sellerId: string): Promise<number> {
    return this.lists.countOf(sellerId);
  }
}
