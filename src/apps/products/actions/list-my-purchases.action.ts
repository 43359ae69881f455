import { IsBoolean, IsIn, IsString } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, ListOf, Nested, Nullable, Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { ProductListRepository } from '../catalogue/product-list.repository.js';
import { ORDER_STATUSES, type OrderStatus } from '../entities/product-order.entity.js';
import { KINDS } from '../entities/product.entity.js';
import { presentOrder, OrderView } from '../sales/order.views.js';
import { ProductsPresenter, FileView, ProductCard } from '../catalogue/product.views.js';
import { LicenseView } from '../licenses/license.views.js';
import { BuyerRepository } from '../sales/buyer.repository.js';

class Input extends Page {
  @Optional() @IsIn(ORDER_STATUSES) status?: OrderStatus;
  @Optional() @IsIn(KINDS) kind?: string;
  @Optional() @Chars(1, 100) query?: string;
}

class PurchaseView extends OrderView {
  /** Null: it is gone. */
  @Nullable() @Nested(() => ProductCard) product!: ProductCard | null;
  @ListOf(() => FileView) files!: FileView[];
  @ListOf(() => LicenseView) licenses!: LicenseView[];
  @IsBoolean() updated_since_download!: boolean;
  /** Of what waits to be paid. */
  @Nullable() @IsString() checkout_url!: string | null;
}

class Result extends pageOf('purchases', () => PurchaseView) {}

@Action('list-my-purchases', {
  access: 'authenticated',
  description: 'All that the caller has bought, newest first, with its files and licenses.',
  input: Input,
  result: Result,
})
export class ListMyPurchases {
  constructor(
    private readonly buyers: BuyerRepository,
    private readonly products: ProductListRepository,
    private readonly presenter: ProductsPresenter,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { rows, next_cursor } = await this.buyers.library(caller.id, input, pageQuery(input));
    const cards = await this.products.cards([...new Set(rows.flatMap(({ product_id }) => product_id ?? []))]);
    const byId = new Map(cards.map((card) => [card.id, this.presenter.card(card)]));
    const purchases = rows.map(({ files, licenses, updated_since_download, ...order }) => ({
      ...presentOrder(order),
      product: (order.product_id && byId.get(order.product_id)) || null,
      files: files.map((file) => this.presenter.file(file)),
      licenses,
      updated_since_download,
      checkout_url: order.status === 'pending' ? order.checkout_url : null,
    }));
    return { purchases, next_cursor };
  }
}
