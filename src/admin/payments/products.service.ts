import { Injectable } from '@nestjs/common';
import { defineEvent } from '../../events/define-event.js';
import { EventsService } from '../../events/events.service.js';
import { SellerProducts } from '../../payments/extension-points.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { Keyset } from '../../platform/database/page.js';
import { ExtensionsService, type Many } from '../../platform/extensions.service.js';
import { notFound } from '../../platform/http/refusal.js';
import type { ProductsAnswer, ProductsQuery } from './payments.dto.js';

const PAGE = new Keyset({ name: 'products', defaultLimit: 50, maxLimit: 50 });

export const ProductRemoved = defineEvent<{ product_id: string }>('admin.product_removed', {
  data: (fact) => fact,
  staff: true,
});

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
      if (!(await this.provider?.remove(id))) throw notFound('Product');
      this.events.announce(ProductRemoved, { product_id: id }, adminId);
    });
  }

  /** Undefined when the app of products is not installed. */
  private get provider(): SellerProducts | undefined {
    return this.sellerProducts.values[0];
  }
}
