import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { during } from '../../kernel/stats/figures.js';
import { OwnerDaysRepository } from '../../kernel/stats/owner-days.repository.js';
import { BY_DAY, BY_VALUE, CLICKS } from './link-clicks.js';

const { referrer, country } = BY_VALUE.dimensions;
const LINKS = sql(
  'shortlinks_stats_links',
  `SELECT count(*) FILTER (WHERE status <> 'archived')::int AS links,
     count(*) FILTER (WHERE ${during('created_at')})::int AS links_created,
     count(*) FILTER (WHERE blocked_at IS NOT NULL)::int AS blocked_links
   FROM ext_shortlinks.links WHERE owner_id = $1`,
);
const SLUGS = sql('shortlinks_slugs_of', 'SELECT id, slug FROM ext_shortlinks.links WHERE id = ANY ($1::uuid[])');

interface LinkCounts {
  links: number;
  links_created: number;
  blocked_links: number;
}

@AppProvider()
export class OwnerDayRepository extends OwnerDaysRepository<{ clicks: number; visitors: number }> {
  protected readonly declared = {
    table: 'ext_shortlinks.owner_days',
    events: CLICKS,
    days: BY_DAY,
    values: { ...BY_VALUE, dimensions: { referrer, country } },
  };

  countLinks(ownerId: string, { from, to }: Days): Promise<LinkCounts> {
    return this.onlyOne<LinkCounts>(LINKS, ownerId, from, to);
  }

  async slugsOf(ids: string[]): Promise<Map<string, string>> {
    const rows = await this.rows<{ id: string; slug: string }>(SLUGS, ids);
    return new Map(rows.map(({ id, slug }) => [id, slug]));
  }
}
