import { IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { ListOf, Nullable, Uuid } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { money } from '../kernel/selling/prices.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { byCurrency, rate } from '../kernel/stats/figures.js';
import { StatsRepository } from './stats.repository.js';

class TopBundle {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsNumber() revenue!: number;
  @IsString() currency!: string;
  @IsInt() sales!: number;
}

class ItemRevenueView {
  @IsString() item_type!: string;
  @Uuid() item_id!: string;
  @IsString() title!: string;
  @IsNumber() revenue!: number;
  @IsString() currency!: string;
}

export class BundlesFigures {
  @IsInt() bundles_published!: number;
  @IsInt() sales!: number;
  /** By currency, without what was given back. */
  @IsObject() revenue!: object;
  @IsInt() granted!: number;
  /** By currency, of what was sold in these days. */
  @IsObject() refunds!: object;
  /** Wholly refunded, of all that were sold; null where none was. */
  @Nullable() @IsNumber() refund_rate!: number | null;
  /** By currency: the mean of what a buyer paid less than the items cost one by one. */
  @IsObject() average_saving!: object;
  /** Completed of opened; null where none was opened. */
  @Nullable() @IsNumber() checkout_conversion!: number | null;
  /** Sales to buyers who owned an item before. */
  @IsInt() completing_buyers!: number;
  @ListOf(() => TopBundle) top_bundles!: TopBundle[];
  @ListOf(() => ItemRevenueView) revenue_by_item!: ItemRevenueView[];
}

/** A seller's figures. */
@AppProvider()
export class BundlesStats extends AppStats {
  readonly shape = BundlesFigures;

  constructor(private readonly figures: StatsRepository) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<BundlesFigures> {
    const [counts, sums, top, items] = await Promise.all([
      this.figures.counts(userId, from, to),
      this.figures.money(userId, from, to),
      this.figures.top(userId, from, to),
      this.figures.byItem(userId, from, to),
    ]);
    const { refunded, opened, completed, ...rest } = counts;
    const savings = sums.flatMap(({ currency, saving }) => (saving === null ? [] : [{ currency, saving }]));
    return {
      ...rest,
      revenue: byCurrency(sums, 'revenue'),
      refunds: byCurrency(sums, 'refunds'),
      refund_rate: rate(refunded, counts.sales + refunded),
      average_saving: byCurrency(savings, 'saving'),
      checkout_conversion: rate(completed, opened),
      top_bundles: top.map(inMajorUnits),
      revenue_by_item: items.map(inMajorUnits),
    };
  }
}

const inMajorUnits = <Row extends { revenue_minor: number; currency: string }>({ revenue_minor, ...row }: Row) => ({
  ...row,
  revenue: money(revenue_minor, row.currency),
});
