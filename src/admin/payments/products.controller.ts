import { Controller, Delete, Get, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ProductsAnswer, ProductsQuery } from './payments.dto.js';
import { AdminProductsService } from './products.service.js';

@Controller('v1/admin/products')
@Access('admin')
export class AdminProductsController {
  constructor(private readonly products: AdminProductsService) {}

  @Get()
  @Summary('Products, newest first, 50 at a time')
  @Answers(200, ProductsAnswer)
  @Refuses(400, 'Invalid cursor')
  list(@Query() query: ProductsQuery): Promise<ProductsAnswer> {
    return this.products.list(query);
  }

  @Delete(':id')
  @Summary('Remove a product')
  @Answers(200, Done)
  async delete(@IdParam('Product') id: string, @TheCaller() admin: Caller): Promise<Done> {
    await this.products.delete(id, admin.id);
    return { message: 'Product removed' };
  }
}
