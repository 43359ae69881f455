import { IsBoolean, IsIn, IsNumber, Min } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PRODUCT_SORTS, ProductListRepository, type ProductSort } from '../catalogue/product-list.repository.js';
import { KINDS, STATUSES } from '../entities/product.entity.js';
import { ProductsPresenter, ProductCard } from '../catalogue/product.views.js';

class Input extends Page {
  @Optional() @Chars(1, 100) query?: string;
  @Optional() @Uuid() owner_id?: string;
  @Optional() @Uuid() category_id?: string;
  @Optional() @Chars(1, 30) tag?: string;
  @Optional() @IsIn(KINDS) kind?: string;
  @Optional() @IsNumber() @Min(0) min_price?: number;
  @Optional() @IsNumber() @Min(0) max_price?: number;
  @Optional() @IsBoolean() in_stock?: boolean;
  @Optional() @IsIn(STATUSES) status?: string;
  @Optional() @IsIn(PRODUCT_SORTS) sort?: ProductSort;
}

class Result extends pageOf('products', () => ProductCard) {}

@Action('list-products', {
  access: 'public',
  description: 'Cards of published products; in other states, of the own ones alone.',
  input: Input,
  result: Result,
})
export class ListProducts {
  constructor(
    private readonly products: ProductListRepository,
    private readonly presenter: ProductsPresenter,
  ) {}

  async run({ input, caller }: PublicCall<Input>) {
    const { cursor, limit, status = 'published', sort = 'newest', ...filters } = input;
    const isPublished = status === 'published';
    const isOwn = caller !== undefined && (filters.owner_id ?? caller.id) === caller.id;
    if (!isPublished && !isOwn) return { products: [], next_cursor: null };
    if (!isPublished) filters.owner_id = caller?.id;
    const page = pageQuery({ cursor, limit });
    const { rows, next_cursor } = await this.products.list(filters, status, sort, page);
    return { products: rows.map((row) => this.presenter.card(row)), next_cursor };
  }
}
