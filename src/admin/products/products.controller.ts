import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Outbox } from '../../events/outbox.js';
import { ProductShelf } from '../../payments/products.port.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { Keyset } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Declared } from '../../platform/declared.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notFound } from '../../platform/http/refusal.js';
import { ProductsAnswer, ProductsQuery } from './products.io.js';

const PAGE = new Keyset({ name: 'products', defaultLimit: 50, maxLimit: 50 });

@Controller('v1/admin/products')
@Access('admin')
export class AdminProductsController {
  constructor(
    private readonly declared: Declared,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  @Get()
  @Summary('Products, newest first, 50 at a time')
  @Answers(200, ProductsAnswer)
  @Refuses(400, 'Invalid cursor')
  async list(@Query() { cursor }: ProductsQuery): Promise<ProductsAnswer> {
    const slice = PAGE.read({ cursor });
    const products = (await this.shelf?.list(slice)) ?? [];
    const { rows, next_cursor } = PAGE.cut(products, slice, ({ created_at, id }) => [created_at, id]);
    return { products: rows, next_cursor };
  }

  @Delete(':id')
  @Summary('Remove a product')
  @Answers(200, Done)
  @Refuses(404, 'Product not found')
  async delete(@Param('id') id: string, @TheCaller() admin: Caller): Promise<Done> {
    await this.database.transaction(async () => {
      if (!isUuid(id) || !(await this.shelf?.remove(id))) throw notFound('Product');
      const data = { product_id: id };
      this.outbox.record({ type: 'admin.product_removed', actor_id: admin.id, data, staff: true });
    });
    return { message: 'Product removed' };
  }

  private get shelf(): ProductShelf | undefined {
    return this.declared.all(ProductShelf)[0];
  }
}
