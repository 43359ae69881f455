import { IsInt, IsString } from 'class-validator';
import { AppProvider } from '../kernel/app-provider.js';
import { ListOf, Uuid } from '../../platform/http/input/fields.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { ValueFigures } from './shortlinks.views.js';
import { AppStatsRepository } from './stats/app-stats.repository.js';

class TopLinkView {
  @Uuid() link_id!: string;
  @IsString() slug!: string;
  @IsInt() clicks!: number;
}

class ShortlinksFigures {
  /** Now, without those in the archive. */
  @IsInt() links!: number;
  @IsInt() links_created!: number;
  @IsInt() clicks!: number;
  @IsInt() visitors!: number;
  @ListOf(() => TopLinkView) top_links!: TopLinkView[];
  @ListOf(() => ValueFigures) top_referrers!: ValueFigures[];
  @ListOf(() => ValueFigures) top_countries!: ValueFigures[];
  /** Now. */
  @IsInt() blocked_links!: number;
}

@AppProvider()
export class ShortlinksStats extends AppStats {
  readonly shape = ShortlinksFigures;

  constructor(private readonly stats: AppStatsRepository) {
    super();
  }

  of(userId: string, days: Days): Promise<ShortlinksFigures> {
    return this.stats.of(userId, days);
  }
}
