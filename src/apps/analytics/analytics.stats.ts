import { IsInt, IsNumber } from 'class-validator';
import { Nested, Nullable, Uuid } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { rate, total } from '../kernel/stats/figures.js';
import { AnalyticsStatsRepository } from './stats.repository.js';

class TopSite {
  @Uuid() site_id!: string;
  @IsInt() visitors!: number;
}

class AnalyticsFigures {
  /** Now. */
  @IsInt() sites!: number;
  @IsInt() pageviews!: number;
  @IsInt() visitors!: number;
  @IsInt() visits!: number;
  @IsInt() events!: number;
  /** Of all visits; null: there are none. */
  @Nullable() @IsNumber() bounce_rate!: number | null;
  @IsInt() goal_conversions!: number;
  /** The one with the most visitors; null: there are none. */
  @Nullable() @Nested(() => TopSite) top_site!: TopSite | null;
}

@AppProvider()
export class AnalyticsStats extends AppStats {
  readonly shape = AnalyticsFigures;

  constructor(private readonly repository: AnalyticsStatsRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<AnalyticsFigures> {
    const [sites, goal_conversions] = await Promise.all([
      this.repository.sites(userId, days),
      this.repository.conversions(userId, days),
    ]);
    const [top] = sites;
    return {
      sites: sites.length,
      pageviews: total(sites, 'pageviews'),
      visitors: total(sites, 'visitors'),
      visits: total(sites, 'visits'),
      events: total(sites, 'events'),
      bounce_rate: rate(total(sites, 'bounces'), total(sites, 'visits')),
      goal_conversions,
      top_site: top?.visitors ? { site_id: top.site_id, visitors: top.visitors } : null,
    };
  }
}
