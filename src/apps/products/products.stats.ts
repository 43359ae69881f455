import { IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { AppProvider } from '../kernel/app-provider.js';
import { ListOf, Nullable, Uuid } from '../../platform/http/fields.js';
import { AppSettings } from '../kernel/app-settings.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { byCurrency, rate } from '../kernel/stats/figures.js';
import { money } from '../kernel/selling/prices.js';
import { ProductsSettings } from './products.settings.js';
import { StatsRepository } from './stats.repository.js';

class TopProduct {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsNumber() revenue!: number;
  @IsString() currency!: string;
  @IsInt() units!: number;
}

class LowStock {
  @Uuid() product_id!: string;
  @Nullable() @Uuid() variant_id!: string | null;
  @IsString() title!: string;
  @Nullable() @IsString() variant_name!: string | null;
  @IsInt() stock!: number;
}

export class ProductsFigures {
  @IsInt() products_published!: number;
  @IsInt() orders!: number;
  @IsInt() units!: number;
  /** By currency, without what was given back. */
  @IsObject() revenue!: object;
  @IsInt() free_orders!: number;
  /** By currency, of what was paid in these days. */
  @IsObject() refunds!: object;
  /** Wholly refunded, of all that were paid; null where none was. */
  @Nullable() @IsNumber() refund_rate!: number | null;
  @IsObject() discounts_given!: object;
  @IsInt() to_ship!: number;
  @IsInt() needs_attention!: number;
  @IsInt() downloads!: number;
  @IsInt() licenses_active!: number;
  @Nullable() @IsNumber() average_rating!: number | null;
  /** Paid of opened; null where none was opened. */
  @Nullable() @IsNumber() checkout_conversion!: number | null;
  @ListOf(() => TopProduct) top_products!: TopProduct[];
  @ListOf(() => LowStock) low_stock!: LowStock[];
}

/** A seller's figures. */
@AppProvider()
export class ProductsStats extends AppStats {
  readonly shape = ProductsFigures;

  constructor(
    private readonly figures: StatsRepository,
    private readonly settings: AppSettings,
  ) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<ProductsFigures> {
    const { low_stock_at } = await this.settings.of(ProductsSettings, userId);
    const [now, sums, top, low_stock] = await Promise.all([
      this.figures.now(userId, from, to),
      this.figures.money(userId, from, to),
      this.figures.top(userId, from, to),
      this.figures.lowStock(userId, low_stock_at),
    ]);
    const { refunded, opened, paid, ...rest } = now;
    return {
      ...rest,
      revenue: byCurrency(sums, 'revenue'),
      refunds: byCurrency(sums, 'refunds'),
      refund_rate: rate(refunded, now.orders - now.free_orders + refunded),
      discounts_given: byCurrency(sums, 'discounts'),
      checkout_conversion: rate(paid, opened),
      top_products: top.map(({ revenue_minor, ...product }) => ({
        ...product,
        revenue: money(revenue_minor, product.currency),
      })),
      low_stock,
    };
  }
}
