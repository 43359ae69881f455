import { sql } from '../../../platform/database/sql.js';
import { closedThrough, dayOf } from '../../../web-events/days/event-tables.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SITE_EVENTS } from '../days/site-events.js';
import {
  changesIn,
  conversionsOf,
  eventsOf,
  GOAL_FIGURES,
  hitsOf,
  openEvents,
  seenIn,
  seenOf,
  totalsBy,
  valuesOf,
} from '../days/visits.sql.js';
import type { Range } from './periods.js';
import type { GoalFigures, ValueView } from './report.views.js';

const TODAY = dayOf(SITE_EVENTS, 'now()');
const CLOCK = sql('analytics_clock', `SELECT ${TODAY}::text AS today FROM ext_analytics.sites r WHERE r.id = $1`);
const CURRENT = sql(
  'analytics_current_visitors',
  `SELECT count(DISTINCT visitor_hash)::int AS visitors FROM ext_analytics.events
   WHERE site_id = $1 AND created_at > now() - interval '5 minutes'`,
);

const OPEN = openEvents('r.id = $1');
/** Of the day table `d`, up to this day of the site `r`. */
const daysThrough = (last: string) => `d.site_id = $1 AND d.day BETWEEN $2::date AND least($3::date,
  (SELECT ${last} FROM ext_analytics.sites r WHERE r.id = $1))`;
const CLOSED = daysThrough(closedThrough(SITE_EVENTS));
/** Values are counted in the open days too. */
const COUNTED = daysThrough(`greatest(${closedThrough(SITE_EVENTS)}, ${dayOf(SITE_EVENTS, 'r.counted_until')})`);

const TOTALS = sql(
  'analytics_totals',
  `WITH ${hitsOf(OPEN)}
   SELECT d.day::text AS day, d.pageviews, d.visitors, d.visits, d.bounces, d.events, d.visit_seconds::float8 AS visit_seconds
   FROM ext_analytics.site_days d WHERE ${CLOSED}
   UNION ALL
   SELECT day::text, pageviews, visitors, visits, bounces, events, visit_seconds::float8 FROM (${totalsBy('day')}) o`,
);
const ASKED = { isAsked: (dimension: string) => `'${dimension}' = ANY ($4::text[])` };
const CHANGED = { ...ASKED, keys: ['sign'] };
const VALUES = sql(
  'analytics_values',
  `WITH ${hitsOf(changesIn(OPEN), { hasTotals: false })}, ${seenOf(CHANGED)}, summed AS (
     SELECT dimension, value, sum(pageviews)::int AS pageviews, sum(visitors)::int AS visitors, sum(visits)::int AS visits FROM (
       SELECT asked.dimension, c.* FROM unnest($4::text[]) asked (dimension) CROSS JOIN LATERAL (
         SELECT d.value, sum(d.pageviews) AS pageviews, sum(d.visitors) AS visitors, sum(d.visits) AS visits
         FROM ext_analytics.site_day_values d WHERE ${COUNTED} AND d.dimension = asked.dimension GROUP BY d.value
       ) c
       UNION ALL
       SELECT dimension, value, sign * pageviews, sign * visitors, sign * visits FROM (${valuesOf(CHANGED)}) changed
     ) each GROUP BY dimension, value HAVING sum(visitors) > 0
   )
   SELECT dimension, value, visitors, pageviews, visits FROM (
     SELECT *, row_number() OVER (PARTITION BY dimension ORDER BY value = '(other)', visitors DESC, pageviews DESC, value) AS place
     FROM summed
   ) ranked WHERE place <= $5 ORDER BY dimension, place`,
);
const GOALS = sql(
  'analytics_goal_figures',
  `WITH ${seenIn(`(${eventsOf(OPEN)}) e`)}, counted AS (
     SELECT goal_id, sum(conversions)::int AS conversions, sum(visitors)::int AS visitors FROM (
       SELECT d.goal_id, d.conversions, d.visitors FROM ext_analytics.goal_days d WHERE ${CLOSED}
       UNION ALL
       SELECT goal_id, conversions, visitors FROM (${conversionsOf()}) o
     ) each GROUP BY goal_id
   ) ${GOAL_FIGURES}`,
);

export interface Totals {
  pageviews: number;
  visitors: number;
  visits: number;
  bounces: number;
  events: number;
  visit_seconds: number;
}

/** Of one day. */
export type DayTotals = Totals & { day: string };

export type ValueRow = ValueView & { dimension: string };
export type GoalRow = Omit<GoalFigures, 'rate'>;

/** The figures of all events of a site. */
@AppProvider()
export class ReportRepository extends BaseRepository {
  /** Today where the site is. */
  async today(siteId: string): Promise<string> {
    return (await this.onlyOne<{ today: string }>(CLOCK, siteId)).today;
  }

  async currentVisitors(siteId: string): Promise<number> {
    return (await this.onlyOne<{ visitors: number }>(CURRENT, siteId)).visitors;
  }

  /** Days without events are left out. */
  totals(siteId: string, { from, to }: Range): Promise<DayTotals[]> {
    return this.rows<DayTotals>(TOTALS, siteId, from, to);
  }

  values(siteId: string, { from, to }: Range, dimensions: readonly string[], most: number): Promise<ValueRow[]> {
    return this.rows<ValueRow>(VALUES, siteId, from, to, dimensions, most);
  }

  goals(siteId: string, { from, to }: Range): Promise<GoalRow[]> {
    return this.rows<GoalRow>(GOALS, siteId, from, to);
  }
}
