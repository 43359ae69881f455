import { IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PersonView } from '../../kernel/rows/person.js';
import { begins, DayOrInstant, ends } from '../../kernel/rows/range.fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
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
}

/** Of all pages, in the currency of the bundle. */
class TotalsView {
  @IsInt() sales!: number;
  /** Without what was given back. */
  @IsNumber() revenue!: number;
  @IsNumber() refunds!: number;
  @IsString() currency!: string;
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

  async run({ input: { bundle_id, status, from, to, ...page }, target: bundle }: Call<Input, Bundle>) {
    const filters = { status, from: from && begins(from), to: to && ends(to) };
    const [{ rows, next_cursor }, totals, items] = await Promise.all([
      this.sales.list(bundle_id, filters, pageQuery(page)),
      this.sales.totals(bundle, filters),
      this.sales.byItem(bundle, filters),
    ]);
    const sales = rows.map(({ buyer, ...row }) => ({ ...present(SaleView, row as BundlePurchase), buyer }));
    return { sales, totals: shown(totals, items, bundle.currency), next_cursor };
  }
}

const shown = ({ sales, revenue_minor, refunds_minor }: SalesTotals, items: ItemRevenue[], currency: string) => ({
  sales,
  revenue: money(revenue_minor, currency),
  refunds: money(refunds_minor, currency),
  currency,
  items: items.map(({ revenue_minor: minor, ...item }) => ({ ...item, revenue: money(minor, currency) })),
});
