import { IsIn, IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PersonView } from '../../kernel/rows/person.js';
import { begins, DayOrInstant, ends } from '../../kernel/rows/range.fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { byCurrency } from '../../kernel/stats/figures.js';
import { type Bundle, BUNDLE, ITEM_TYPES, type ItemType } from '../entities/bundle.entity.js';
import { BundlePurchase, PURCHASE_STATUSES, type PurchaseStatus } from '../entities/purchase.entity.js';
import { type ItemRevenue, SalesRepository, type SalesTotals } from '../sales/sales.repository.js';

class Input extends Page {
  @Uuid() bundle_id!: string;
  @Optional() @IsIn(PURCHASE_STATUSES) status?: PurchaseStatus;
  @Optional() @DayOrInstant() from?: string;
  @Optional() @DayOrInstant() to?: string;
}

class SaleView extends viewOf(BundlePurchase, {
  without: [
    'owner_id',
    'seller_id',
    'bundle_id',
    'bundle_title',
    'list_minor',
    'checkout_url',
    'expires_at',
    'updated_at',
  ],
}) {
  /** The name is null if the account is deleted. */
  @Nested(() => PersonView) buyer!: PersonView;
}

class ItemTotal {
  @IsIn(ITEM_TYPES) item_type!: ItemType;
  @Uuid() item_id!: string;
  @IsString() title!: string;
  @IsNumber() revenue!: number;
  @IsString() currency!: string;
}

/** Of all pages; money by currency. */
class TotalsView {
  @IsInt() sales!: number;
  @IsObject() revenue!: object;
  @IsObject() refunds!: object;
  @ListOf(() => ItemTotal) items!: ItemTotal[];
}

class Result {
  @ListOf(() => SaleView) sales!: SaleView[];
  @Nested(() => TotalsView) totals!: TotalsView;
  @Nullable() @IsString() next_cursor!: string | null;
}

@Action('list-bundle-sales', {
  access: 'owner',
  target: BUNDLE,
  description: 'Who has bought the bundle, newest first, and what came in for it and for each item.',
  input: Input,
  result: Result,
})
export class ListBundleSales {
  constructor(private readonly sales: SalesRepository) {}

  async run({ input: { bundle_id, status, from, to, ...page } }: Call<Input, Bundle>) {
    const filters = { status, from: from && begins(from), to: to && ends(to) };
    const [{ rows, next_cursor }, totals, items] = await Promise.all([
      this.sales.list(bundle_id, filters, pageQuery(page)),
      this.sales.totals(bundle_id, filters),
      this.sales.byItem(bundle_id, filters),
    ]);
    const sales = rows.map(({ buyer, ...row }) => ({ ...present(SaleView, row as BundlePurchase), buyer }));
    return { sales, totals: shown(totals, items), next_cursor };
  }
}

const shown = (totals: SalesTotals[], items: ItemRevenue[]) => ({
  sales: totals.reduce((sum, row) => sum + row.sales, 0),
  revenue: byCurrency(totals, 'revenue'),
  refunds: byCurrency(totals, 'refunds'),
  items: items.map(({ revenue_minor, ...item }) => ({ ...item, revenue: money(revenue_minor, item.currency) })),
});
