import { AppProvider } from '../kernel/app-provider.js';
import type {
  DescribedProduct,
  OwnedProduct,
  ProductGrant,
  ProductsService as Exported,
} from '../contracts/products.js';
import { ProductListRepository } from './catalogue/product-list.repository.js';
import { ProductRepository } from './catalogue/product.repository.js';
import { VariantRepository } from './catalogue/variant.repository.js';
import { LicenseRepository } from './licenses/license.repository.js';
import { BuyerRepository } from './sales/buyer.repository.js';
import { OrderRepository } from './sales/order.repository.js';

/** What other apps ask of products, and give in them. */
@AppProvider()
export class ProductsService implements Exported {
  constructor(
    private readonly lists: ProductListRepository,
    private readonly products: ProductRepository,
    private readonly variants: VariantRepository,
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
    const product = await this.products.lock(grant.product_id);
    if (!product) return false;
    const variant = grant.variant_id ? await this.variants.findOne({ id: grant.variant_id }) : undefined;
    const { order, isNew } = await this.orders.grant(product, variant, grant);
    if (!product.license_keys) return true;
    await (isNew ? this.licenses.issue(order) : this.licenses.setStatus(order.id, 'active'));
    return true;
  }

  async revoke(grant: ProductGrant): Promise<boolean> {
    await this.products.lock(grant.product_id);
    const id = await this.orders.revoke(grant);
    if (id) await this.licenses.setStatus(id, 'revoked');
    return id !== undefined;
  }
}
