import { IsInt, IsNumber } from 'class-validator';
import { ListOf, Nested, Nullable, Time } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { rate } from '../kernel/stats/figures.js';
import { amountsOf, AmountView } from './programs/program.views.js';
import { StatsRepository } from './stats.repository.js';
import { TopAffiliate } from './top-affiliate.view.js';
import { grouped } from '../kernel/rows/grouped.js';

class MerchantFigures {
  /** Now, without the closed ones. */
  @IsInt() programs!: number;
  /** Now. */
  @IsInt() affiliates_active!: number;
  @IsInt() clicks!: number;
  @IsInt() visitors!: number;
  @IsInt() conversions!: number;
  /** Conversions of visitors; null where there were none. */
  @Nullable() @IsNumber() conversion_rate!: number | null;
  @ListOf(() => AmountView) revenue!: AmountView[];
  @ListOf(() => AmountView) commission_pending!: AmountView[];
  @ListOf(() => AmountView) commission_approved!: AmountView[];
  @ListOf(() => AmountView) commission_paid!: AmountView[];
  @ListOf(() => TopAffiliate) top_affiliates!: TopAffiliate[];
}

class AffiliateFigures {
  /** Now. */
  @IsInt() partnerships_active!: number;
  @IsInt() clicks!: number;
  @IsInt() conversions!: number;
  /** Approved and paid. */
  @ListOf(() => AmountView) earned!: AmountView[];
  @ListOf(() => AmountView) paid!: AmountView[];
  @Nullable() @Time() next_payable_at!: Date | null;
}

class AffiliatesFigures {
  @Nested(() => MerchantFigures) merchant!: MerchantFigures;
  @Nested(() => AffiliateFigures) affiliate!: AffiliateFigures;
}

@AppProvider()
export class AffiliatesStats extends AppStats {
  readonly shape = AffiliatesFigures;

  constructor(private readonly figures: StatsRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<AffiliatesFigures> {
    const [merchant, affiliate] = await Promise.all([this.merchant(userId, days), this.affiliate(userId, days)]);
    return { merchant, affiliate };
  }

  private async merchant(userId: string, days: Days): Promise<MerchantFigures> {
    const { sales, sums, top, ...counts } = await this.figures.merchant(userId, days);
    const conversions = countOf(sales);
    return {
      ...counts,
      conversions,
      conversion_rate: rate(conversions, counts.visitors),
      revenue: amountsOf(sales),
      commission_pending: sumsOf(sums, ['pending']),
      commission_approved: sumsOf(sums, ['approved']),
      commission_paid: sumsOf(sums, ['paid']),
      top_affiliates: top.map(({ revenue, ...best }) => ({ ...best, revenue: amountsOf(revenue) })),
    };
  }

  private async affiliate(userId: string, days: Days): Promise<AffiliateFigures> {
    const { sales, sums, ...counts } = await this.figures.affiliate(userId, days);
    return {
      ...counts,
      conversions: countOf(sales),
      earned: sumsOf(sums, ['approved', 'paid']),
      paid: sumsOf(sums, ['paid']),
    };
  }
}

const countOf = (sales: { conversions: number }[]) => sales.reduce((all, { conversions }) => all + conversions, 0);

function sumsOf(sums: { status: string; currency: string; minor: number }[], statuses: string[]): AmountView[] {
  const found = sums.filter(({ status }) => statuses.includes(status));
  const groups = grouped(found, ({ currency }) => currency);
  return amountsOf(
    [...groups].map(([currency, rows]) => ({ currency, minor: rows.reduce((all, { minor }) => all + minor, 0) })),
  );
}
