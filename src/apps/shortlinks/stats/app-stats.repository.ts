import { Injectable } from '@nestjs/common';
import { Repository } from '../../../platform/database/repository.js';
import { sql } from '../../../platform/database/sql.js';
import { figures, inAll, mostFrequent } from '../../../web-events/days/figures.sql.js';
import type { Days } from '../../kernel/app-stats.js';
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
const TOTALS = sql('shortlinks_stats_totals', inAll(CLICKS, BY_DAY, ASKED));
const TOP_LINKS = sql(
  'shortlinks_stats_top_links',
  `SELECT l.id AS link_id, l.slug, sum(f.clicks)::int AS clicks FROM (${figures(CLICKS, BY_DAY, ASKED)}) f
   JOIN ext_shortlinks.links l ON l.id = f.link_id GROUP BY l.id ORDER BY sum(f.clicks) DESC, l.id LIMIT ${TOP}`,
);
const TOP_VALUES = sql(
  'shortlinks_stats_top_values',
  mostFrequent(CLICKS, BY_VALUE, { ...ASKED, limit: String(TOP) }),
);

interface Counted {
  links: number;
  links_created: number;
  blocked_links: number;
}

export interface TopLink {
  link_id: string;
  slug: string;
  clicks: number;
}

@Injectable()
export class AppStatsRepository extends Repository {
  async of(ownerId: string, { from, to }: Days) {
    const asked = [ownerId, from, to];
    const [[links], [totals], top_links, values] = await Promise.all([
      this.rows<Counted & object>(LINKS, ...asked),
      this.rows<{ clicks: number; visitors: number }>(TOTALS, ...asked),
      this.rows<TopLink & object>(TOP_LINKS, ...asked),
      this.rows<ValueFigures & { dimension: string }>(TOP_VALUES, ...asked),
    ]);
    const top = (wanted: string) =>
      values.flatMap(({ dimension, ...counted }) => (dimension === wanted ? [counted] : []));
    return {
      ...(links as Counted),
      ...(totals as { clicks: number; visitors: number }),
      top_links,
      top_referrers: top('referrer'),
      top_countries: top('country'),
    };
  }
}
