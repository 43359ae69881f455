import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { SellerProducts } from '../../payments/seller-products.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { Keyset } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { ExtensionsService, type Many } from '../../platform/extensions.service.js';
import { notFound } from '../../platform/http/refusal.js';
import type { ProductsAnswer, ProductsQuery } from './payments.dto.js';

const PAGE = new Keyset({ name: 'products', defaultLimit: 50, maxLimit: 50 });

@Injectable()
export class AdminProductsService {
  private readonly sellerProducts: Many<SellerProducts>;

  constructor(
    extensions: ExtensionsService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {
    this.sellerProducts = extensions.many(SellerProducts);
  }

  async list({ cursor }: ProductsQuery): Promise<ProductsAnswer> {
    const slice = PAGE.read({ cursor });
    const products = (await this.provider?.list(slice)) ?? [];
    const { rows, next_cursor } = PAGE.cut(products, slice, ({ created_at, id }) => [created_at, id]);
    return { products: rows, next_cursor };
  }

  async delete(id: string, adminId: string): Promise<void> {
    await this.database.transaction(async () => {
      if (!isUuid(id) || !(await this.provider?.remove(id))) throw notFound('Product');
      const data = { product_id: id };
      this.events.record({ type: 'admin.product_removed', actor_id: adminId, data, staff: true });
    });
  }

  /** Undefined when the app of products is not installed. */
  private get provider(): SellerProducts | undefined {
    return this.sellerProducts.values[0];
  }
}
