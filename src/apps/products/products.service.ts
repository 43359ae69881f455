import { AppProvider } from '../kernel/app-provider.js';
import type {
  DescribedProduct,
  OwnedProduct,
  ProductGrant,
  ProductsService as Exported,
} from '../contracts/products.js';
import { ProductListRepository } from './catalogue/product-list.repository.js';
import { ProductRepository } from './catalogue/product.repository.js';
import { LicenseRepository } from './licenses/license.repository.js';
import { BuyerRepository } from './sales/buyer.repository.js';
import { OrderRepository } from './sales/order.repository.js';

/** What other apps ask of products, and give in them. */
@AppProvider()
export class ProductsService implements Exported {
  constructor(
    private readonly lists: ProductListRepository,
    private readonly products: ProductRepository,
    private readonly buyers: BuyerRepository,
    private readonly orders: OrderRepository,
    private readonly licenses: LicenseRepository,
  ) {}

  describe(ids: string[]): Promise<DescribedProduct[]> {
    return this.lists.describe(ids);
  }

  owns(userId: string, items: OwnedProduct[]): Promise<Set<string>> {
    return this.buyers.owned(userId, items);
  }

  owners(item: OwnedProduct, userIds: string[]): Promise<Set<string>> {
    return this.buyers.owners(item, userIds);
  }

  async grant(grant: ProductGrant): Promise<boolean> {
    return (await this.grantMany([grant])) > 0;
  }

  async grantMany(grants: ProductGrant[]): Promise<number> {
    const products = await this.products.lockAll(grants.map(({ product_id }) => product_id));
    const given = grants.filter(({ product_id }) => products.has(product_id));
    if (!given.length) return 0;
    const orders = await this.orders.grant(given);
    const licensed = orders.filter(({ product_id }) => products.get(product_id as string)?.license_keys);
    await this.licenses.issue(licensed.filter(({ is_new }) => is_new));
    await this.licenses.setStatus(
      licensed.filter(({ is_new }) => !is_new).map(({ id }) => id),
      'active',
    );
    return given.length;
  }

  async revoke(grant: ProductGrant): Promise<boolean> {
    return (await this.revokeMany([grant])) > 0;
  }

  async revokeMany(grants: ProductGrant[]): Promise<number> {
    await this.products.lockAll(grants.map(({ product_id }) => product_id));
    const ids = await this.orders.revoke(grants);
    await this.licenses.setStatus(ids, 'revoked');
    return ids.length;
  }
}
