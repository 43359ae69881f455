import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { figures, mostFrequent } from '../../../web-events/days/figures.sql.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { BY_DAY, BY_VALUE, CLICKS } from '../link-clicks.js';
import type { ValueFigures } from '../shortlinks.views.js';

const TOP = 5;
const ASKED = {
  which: (of: string) => `${of}.link_id IN (SELECT id FROM ext_shortlinks.links WHERE owner_id = $1)`,
  from: '$2',
  to: '$3',
};
const LINKS = sql(
  'shortlinks_stats_links',
  `SELECT count(*) FILTER (WHERE status <> 'archived')::int AS links,
     count(*) FILTER (WHERE created_at >= ($2::date)::timestamp AT TIME ZONE 'UTC'
       AND created_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')::int AS links_created,
     count(*) FILTER (WHERE blocked_at IS NOT NULL)::int AS blocked_links
   FROM ext_shortlinks.links WHERE owner_id = $1`,
);
// The days of all links are gone through once: what they come to, and which of them come first.
const CLICKED = sql(
  'shortlinks_stats_clicked',
  `WITH by_link AS MATERIALIZED (
     SELECT f.link_id, sum(f.clicks)::int AS clicks, sum(f.visitors)::int AS visitors
     FROM (${figures(CLICKS, BY_DAY, ASKED)}) f GROUP BY f.link_id
   )
   SELECT coalesce(sum(clicks), 0)::int AS clicks, coalesce(sum(visitors), 0)::int AS visitors, (
     SELECT coalesce(json_agg(top), '[]') FROM (
       SELECT link_id, (SELECT slug FROM ext_shortlinks.links WHERE id = link_id) AS slug, clicks
       FROM by_link ORDER BY clicks DESC, link_id LIMIT ${TOP}
     ) top
   ) AS top_links FROM by_link`,
);
const { referrer, country } = BY_VALUE.dimensions;
const TOP_VALUES = sql(
  'shortlinks_stats_top_values',
  mostFrequent(CLICKS, { ...BY_VALUE, dimensions: { referrer, country } }, { ...ASKED, limit: String(TOP) }),
);

interface Counted {
  links: number;
  links_created: number;
  blocked_links: number;
}

interface Clicked {
  clicks: number;
  visitors: number;
  top_links: { link_id: string; slug: string; clicks: number }[];
}

@AppProvider()
export class AppStatsRepository extends BaseRepository {
  async of(ownerId: string, { from, to }: Days) {
    const asked = [ownerId, from, to];
    const [[links], [clicked], values] = await Promise.all([
      this.rows<Counted>(LINKS, ...asked),
      this.rows<Clicked>(CLICKED, ...asked),
      this.rows<ValueFigures & { dimension: string }>(TOP_VALUES, ...asked),
    ]);
    const top = (wanted: string) =>
      values.flatMap(({ dimension, ...counted }) => (dimension === wanted ? [counted] : []));
    return {
      ...(links as Counted),
      ...(clicked as Clicked),
      top_referrers: top('referrer'),
      top_countries: top('country'),
    };
  }
}
