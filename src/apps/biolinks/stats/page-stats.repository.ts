import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { everyDay, figures, mostFrequent } from '../../../web-events/days/figures.sql.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { during, ofDimension, rate, total } from '../../kernel/stats/figures.js';
import { BY_BLOCK, BY_DAY, BY_VALUE, CLICKS_BY_BLOCK, EVENTS } from './page-events.js';
import type { BlockFigures, PageStatsView, ViewFigures } from './page-stats.views.js';

const MOST = 50;
const OF_PAGE = { which: (of: string) => `${of}.page_id = $1`, from: '$2', to: '$3' };
const ofOwner = (of: string) => `${of}.page_id IN (SELECT id FROM ext_biolinks.pages WHERE owner_id = $1)`;
const OF_OWNER = { ...OF_PAGE, which: ofOwner };
/** Ten pages of a hundred blocks have 365,000 rows a year; those of the fifty first of each day are a twentieth of it. */
const OF_TOP = { ...OF_PAGE, which: (of: string) => `${of === 'd' ? 'd.is_top AND ' : ''}${ofOwner(of)}` };
const OF_LIKELY = {
  ...OF_PAGE,
  which: (of: string) => `${of === 'e' ? `${ofOwner(of)} AND ` : ''}${of}.block_id IN (SELECT block_id FROM likely)`,
};
const MOST_A_DAY = 50;

const SERIES = sql('biolinks_series', everyDay(EVENTS, BY_DAY, OF_PAGE));
const VALUES = sql('biolinks_values', mostFrequent(EVENTS, BY_VALUE, { ...OF_PAGE, limit: '$4' }));
const BLOCKS = sql(
  'biolinks_block_figures',
  `SELECT b.id AS block_id, b.title, b.removed_at IS NOT NULL AS removed, coalesce(c.clicks, 0) AS clicks,
     coalesce(c.visitors, 0) AS visitors
   FROM ext_biolinks.blocks b LEFT JOIN (
     SELECT f.block_id, sum(f.clicks)::int AS clicks, sum(f.visitors)::int AS visitors
     FROM (${figures(EVENTS, BY_BLOCK, OF_PAGE)}) f GROUP BY f.block_id
   ) c ON c.block_id = b.id
   WHERE b.page_id = $1
     AND (c.clicks > 0 OR (b.removed_at IS NULL AND b.kind IN ('link', 'image', 'socials', 'embed')))
   ORDER BY coalesce(c.clicks, 0) DESC, b.position, b.id`,
);
const CONTACTS = sql(
  'biolinks_page_contacts',
  `SELECT count(*)::int AS contacts FROM ext_biolinks.contacts c JOIN ext_biolinks.pages p ON p.id = c.page_id
   WHERE c.page_id = $1 AND ${during('c.created_at')} AND (p.counted_from IS NULL OR c.created_at >= p.counted_from)`,
);

const COUNTS = sql(
  'biolinks_owner_counts',
  `SELECT count(*)::int AS pages, count(*) FILTER (WHERE is_published)::int AS published_pages, (
     SELECT count(*)::int FROM ext_biolinks.contacts WHERE owner_id = $1 AND ${during('created_at')}
   ) AS contacts
   FROM ext_biolinks.pages WHERE owner_id = $1`,
);
const TOTALS = sql(
  'biolinks_owner_figures',
  `SELECT coalesce(sum(f.views), 0)::int AS views, coalesce(sum(f.visitors), 0)::int AS visitors,
     coalesce(sum(f.clicks), 0)::int AS clicks, coalesce(sum(f.clickers), 0)::int AS clickers
   FROM (${figures(EVENTS, BY_DAY, OF_OWNER)}) f`,
);
// Which blocks these may be is read from what is marked, and their clicks from all days.
const TOP = sql(
  'biolinks_top_blocks',
  `WITH likely AS MATERIALIZED (
     SELECT f.block_id FROM (${figures(EVENTS, CLICKS_BY_BLOCK, OF_TOP)}) f
     GROUP BY f.block_id ORDER BY sum(f.clicks) DESC, f.block_id LIMIT 4 * $4::int
   )
   SELECT b.id AS block_id, b.title, sum(f.clicks)::int AS clicks FROM (${figures(EVENTS, CLICKS_BY_BLOCK, OF_LIKELY)}) f
   JOIN ext_biolinks.blocks b ON b.id = f.block_id GROUP BY b.id ORDER BY clicks DESC, b.id LIMIT $4`,
);
const MARK_TOP = sql(
  'biolinks_mark_top_blocks',
  `UPDATE ext_biolinks.block_days d SET is_top = NOT d.is_top FROM (
     SELECT b.id, row_number() OVER (PARTITION BY p.owner_id ORDER BY b.clicks DESC, b.block_id) <= ${MOST_A_DAY} AS is_top
     FROM ext_biolinks.block_days b JOIN ext_biolinks.pages p ON p.id = b.page_id WHERE b.day = $1
   ) ranked WHERE d.id = ranked.id AND d.is_top <> ranked.is_top`,
);

interface Sums {
  views: number;
  visitors: number;
  clicks: number;
  clickers: number;
}
export interface OwnerCounts {
  pages: number;
  published_pages: number;
  contacts: number;
}
export interface TopBlock {
  block_id: string;
  title: string | null;
  clicks: number;
}

/** With two decimals. */
export function percent(part: number, whole: number): number | null {
  const share = rate(part, whole);
  return share === null ? null : Math.round(share * 10_000) / 100;
}

@AppProvider()
export class PageStatsRepository extends BaseRepository {
  async of(pageId: string, { from, to }: Days): Promise<PageStatsView> {
    const [series, blocks, values, { contacts }] = await Promise.all([
      this.rows<Sums & { day: string }>(SERIES, pageId, from, to),
      this.rows<Omit<BlockFigures, 'click_rate'>>(BLOCKS, pageId, from, to),
      this.rows<ViewFigures & { dimension: string }>(VALUES, pageId, from, to, MOST),
      this.onlyOne<{ contacts: number }>(CONTACTS, pageId, from, to),
    ]);
    const visitors = total(series, 'visitors');
    const of = ofDimension(values);
    return {
      views: total(series, 'views'),
      visitors,
      clicks: total(series, 'clicks'),
      click_rate: percent(total(series, 'clickers'), visitors),
      contacts,
      series: series.map(({ day, views, clicks }) => ({ day, views, clicks })),
      blocks: blocks.map((block) => ({ ...block, click_rate: percent(block.visitors, visitors) })),
      referrers: of('referrer'),
      countries: of('country'),
      devices: of('device'),
    };
  }

  countsOf(ownerId: string, { from, to }: Days): Promise<OwnerCounts> {
    return this.onlyOne<OwnerCounts>(COUNTS, ownerId, from, to);
  }

  sumsOf(ownerId: string, { from, to }: Days): Promise<Sums> {
    return this.onlyOne<Sums>(TOTALS, ownerId, from, to);
  }

  /** Of a day that was counted: which blocks are read for the first ones of an owner. */
  async markTop(day: string): Promise<void> {
    await this.count(MARK_TOP, day);
  }

  topBlocks(ownerId: string, { from, to }: Days, most: number): Promise<TopBlock[]> {
    return this.rows<TopBlock>(TOP, ownerId, from, to, most);
  }
}
