import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { closedThrough } from '../../web-events/days/event-tables.js';
import { AppProvider } from '../kernel/app-provider.js';
import type { Days } from '../kernel/stats/app-stats.js';
import { SITE_EVENTS } from './days/site-events.js';
import { conversionsOf, eventsOf, hitsOf, openEvents, seenIn, totalsBy } from './days/visits.sql.js';
import type { Totals } from './reports/report.repository.js';

/** The open days of all sites of the user `$1` from `$2` to `$3`: the local days of each of them. */
const OPEN = { ...openEvents('r.owner_id = $1'), manySites: true };
const OF_OWNER = `JOIN ext_analytics.sites r ON r.id = d.site_id
  WHERE r.owner_id = $1 AND d.day BETWEEN $2::date AND least($3::date, ${closedThrough(SITE_EVENTS)})`;

const SITES = sql(
  'analytics_stats_sites',
  `WITH ${hitsOf(OPEN)}
   SELECT r.id AS site_id, coalesce(sum(c.pageviews), 0)::int AS pageviews, coalesce(sum(c.visitors), 0)::int AS visitors,
     coalesce(sum(c.visits), 0)::int AS visits, coalesce(sum(c.events), 0)::int AS events, coalesce(sum(c.bounces), 0)::int AS bounces
   FROM ext_analytics.sites r LEFT JOIN (
     SELECT d.site_id, d.pageviews, d.visitors, d.visits, d.events, d.bounces FROM ext_analytics.site_days d ${OF_OWNER}
     UNION ALL SELECT site_id, pageviews, visitors, visits, events, bounces FROM (${totalsBy('site_id')}) o
   ) c ON c.site_id = r.id WHERE r.owner_id = $1 GROUP BY r.id ORDER BY visitors DESC, r.id`,
);
const CONVERSIONS = sql(
  'analytics_stats_conversions',
  `WITH ${seenIn(`(${eventsOf(OPEN)}) e`)}
   SELECT coalesce(sum(conversions), 0)::int AS conversions FROM (
     SELECT d.conversions FROM ext_analytics.goal_days d ${OF_OWNER}
     UNION ALL SELECT conversions FROM (${conversionsOf()}) o) each`,
);

type SiteSums = Omit<Totals, 'visit_seconds'> & { site_id: string };

@AppProvider()
export class AnalyticsStatsRepository extends BaseRepository {
  /** Those with the most visitors first. */
  sites(userId: string, { from, to }: Days): Promise<SiteSums[]> {
    return this.rows<SiteSums>(SITES, userId, from, to);
  }

  async conversions(userId: string, { from, to }: Days): Promise<number> {
    return (await this.onlyOne<{ conversions: number }>(CONVERSIONS, userId, from, to)).conversions;
  }
}
