import { IsInt, IsString } from 'class-validator';
import { EventTableDeclaration } from '../../web-events/days/event-tables.js';
import { ListOf, Uuid } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { ofDimension } from '../kernel/stats/figures.js';
import { CLICKS } from './stats/link-clicks.js';
import { ValueFigures } from './stats/link-stats.views.js';
import { OwnerDayRepository } from './stats/owner-day.repository.js';

const TOP = 5;

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

  constructor(private readonly ownerDays: OwnerDayRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<ShortlinksFigures> {
    const [counts, figures] = await Promise.all([
      this.ownerDays.countLinks(userId, days),
      this.ownerDays.figures(userId, days, TOP),
    ]);
    const of = ofDimension(figures);
    const [all = { clicks: 0, visitors: 0 }] = of('all');
    const slugs = await this.ownerDays.slugsOf(of('thing').map(({ value }) => value));
    return {
      ...counts,
      clicks: all.clicks,
      visitors: all.visitors,
      top_links: of('thing').flatMap(({ value: link_id, clicks }) => {
        const slug = slugs.get(link_id);
        return slug === undefined ? [] : [{ link_id, slug, clicks }];
      }),
      top_referrers: of('referrer'),
      top_countries: of('country'),
    };
  }
}

/** The clicks, which the roll-up job counts by day. */
@AppProvider()
export class LinkClicks extends EventTableDeclaration {
  readonly events = CLICKS;

  constructor(private readonly ownerDays: OwnerDayRepository) {
    super();
  }

  override dayClosed(day: string): Promise<void> {
    return this.ownerDays.closeDay(day);
  }
}
