import { IsIn, IsInt, IsObject, IsString } from 'class-validator';
import { isUuid } from '../../../platform/database/uuid.js';
import { Chars, ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { ORDER_STATUSES, type OrderStatus } from '../entities/product-order.entity.js';
import { money } from '../../kernel/selling/prices.js';
import { presentOrder, OrderView } from '../sales/order.views.js';
import { PersonView } from '../../kernel/rows/person.js';
import { begins, DayOrInstant, ends } from '../../kernel/rows/range.fields.js';
import { ShopOrdersRepository, type ShopTotals } from '../sales/shop-orders.repository.js';

class Input extends Page {
  @Optional() @Uuid() product_id?: string;
  @Optional() @IsIn(ORDER_STATUSES) status?: OrderStatus;
  @Optional() @IsIn(['ship', 'attention']) needs?: string;
  /** An id or a username. */
  @Optional() @Chars(1, 100) buyer?: string;
  @Optional() @DayOrInstant() from?: string;
  @Optional() @DayOrInstant() to?: string;
}

class ShopOrder extends OrderView {
  @Nested(() => PersonView) buyer!: PersonView;
}

/** Of all pages; of what is paid for, by currency. */
class TotalsView {
  @IsInt() count!: number;
  @IsObject() revenue!: object;
  @IsObject() discounts!: object;
  @IsObject() shipping!: object;
}

class Result {
  @ListOf(() => ShopOrder) orders!: ShopOrder[];
  @Nested(() => TotalsView) totals!: TotalsView;
  @Nullable() @IsString() next_cursor!: string | null;
}

@Action('list-orders', {
  access: 'authenticated',
  description: 'Orders of the products that the caller sells, newest first, with what they come to.',
  input: Input,
  result: Result,
})
export class ListOrders {
  constructor(private readonly orders: ShopOrdersRepository) {}

  async run({ input: { cursor, limit, ...input }, caller }: Call<Input>) {
    const { product_id, status, needs, buyer, from, to } = input;
    const filters = {
      product_id,
      status,
      to_ship: needs === 'ship' ? 'paid' : undefined,
      attention: needs === 'attention' ? 'needs_attention' : undefined,
      ...(buyer !== undefined && (isUuid(buyer) ? { buyer_id: buyer } : { buyer })),
      from: from && begins(from),
      to: to && ends(to),
    };
    const [{ rows, next_cursor }, totals] = await Promise.all([
      this.orders.list(caller.id, filters, pageQuery({ cursor, limit })),
      this.orders.totals(caller.id, filters),
    ]);
    const orders = rows.map(({ buyer: person, ...order }) => ({ ...presentOrder(order), buyer: person }));
    return { orders, totals: shown(totals), next_cursor };
  }
}

function shown(totals: ShopTotals[]): TotalsView {
  const by = (what: 'revenue' | 'discounts' | 'shipping') =>
    Object.fromEntries(totals.map((row) => [row.currency, money(row[what], row.currency)]));
  const count = totals.reduce((sum, row) => sum + row.count, 0);
  return { count, revenue: by('revenue'), discounts: by('discounts'), shipping: by('shipping') };
}
