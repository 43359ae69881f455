import { IsInt, IsNumber, IsString } from 'class-validator';
import { EventTableDeclaration } from '../../web-events/days/event-tables.js';
import { ListOf, Nullable, Uuid } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { EVENTS } from './stats/page-events.js';
import { PageStatsRepository, percent } from './stats/page-stats.repository.js';

const TOP = 5;

class TopBlockView {
  @Uuid() block_id!: string;
  @Nullable() @IsString() title!: string | null;
  @IsInt() clicks!: number;
}

class BiolinksFigures {
  /** Now, like those that are published. */
  @IsInt() pages!: number;
  @IsInt() published_pages!: number;
  @IsInt() views!: number;
  @IsInt() visitors!: number;
  @IsInt() clicks!: number;
  /** Visitors who clicked, in percent of all; null without visitors. */
  @Nullable() @IsNumber() click_rate!: number | null;
  @IsInt() contacts!: number;
  @ListOf(() => TopBlockView) top_blocks!: TopBlockView[];
}

/** An owner has so few pages that their days are added up for each call; of their many blocks the first of each day. */
@AppProvider()
export class BiolinksStats extends AppStats {
  readonly shape = BiolinksFigures;

  constructor(private readonly stats: PageStatsRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<BiolinksFigures> {
    const [counts, { clickers, ...sums }, top_blocks] = await Promise.all([
      this.stats.countsOf(userId, days),
      this.stats.sumsOf(userId, days),
      this.stats.topBlocks(userId, days, TOP),
    ]);
    return { ...counts, ...sums, click_rate: percent(clickers, sums.visitors), top_blocks };
  }
}

/** Views and clicks, which the roll-up job counts by day. */
@AppProvider()
export class PageEvents extends EventTableDeclaration {
  readonly events = EVENTS;

  constructor(private readonly stats: PageStatsRepository) {
    super();
  }

  override dayClosed(day: string): Promise<void> {
    return this.stats.markTop(day);
  }
}
