import { sql } from '../../../platform/database/sql.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { startOf } from '../../../web-events/days/event-tables.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DIMENSIONS } from '../entities/site-event.entity.js';
import { SITE_EVENTS } from './site-events.js';
import { conversionsOf, hitsOf, seenOf, totalsBy, valuesOf } from './visits.sql.js';

const MOST_VALUES = 200;
/** A site with very many events a day takes longer than a statement of a request may. */
const PATIENCE_MS = 10 * 60 * 1000;
/** Visits and values are computed, so PostgreSQL knows nothing of how many there are: other joins took a hundred times as long. */
const PLANNING = sql(
  'analytics_close_planning',
  `SELECT set_config('work_mem', '64MB', true), set_config('enable_mergejoin', 'off', true), set_config('enable_nestloop', 'off', true)`,
);

/** When days of a site begin and end. */
export const SPAN = sql(
  'analytics_span',
  `SELECT ${startOf(SITE_EVENTS, '$2::date')} AS begins, ${startOf(SITE_EVENTS, '($3::date + 1)')} AS ends
   FROM ext_analytics.sites r WHERE r.id = $1`,
);
const OF_DAY = {
  where: 'e.site_id = ANY ($1::uuid[]) AND e.created_at >= $3 AND e.created_at < $4',
  day: '$2::date',
  manySites: true,
};
const KEYS = ['site_id', 'day'];

const CLEAR = sql(
  'analytics_clear_day',
  `WITH days AS (DELETE FROM ext_analytics.site_days WHERE site_id = ANY ($1::uuid[]) AND day = $2),
     goals AS (DELETE FROM ext_analytics.goal_days WHERE site_id = ANY ($1::uuid[]) AND day = $2)
   DELETE FROM ext_analytics.site_day_values
   WHERE site_id = ANY ($1::uuid[]) AND dimension = ANY ('{${DIMENSIONS.join(',')}}') AND day = $2`,
);

/**
 * The figures of a day of sites, in one reading of its events. The visitors of `(other)` are those of its values added
 * up.
 */
const CLOSE = sql(
  'analytics_close_day',
  `WITH ${hitsOf(OF_DAY)}, ${seenOf({ keys: KEYS })}, totals AS (
     INSERT INTO ext_analytics.site_days (site_id, day, pageviews, visitors, visits, bounces, events, visit_seconds) ${totalsBy(KEYS.join())}
   ), reached AS (
     INSERT INTO ext_analytics.goal_days (goal_id, site_id, day, conversions, visitors) ${conversionsOf()}
   ), ranked AS (
     SELECT *, row_number() OVER (PARTITION BY site_id, dimension ORDER BY visitors DESC, pageviews DESC, value) AS place
     FROM (${valuesOf({ keys: KEYS })}) counted
   )
   INSERT INTO ext_analytics.site_day_values (site_id, day, dimension, value, pageviews, visitors, visits)
   SELECT site_id, day, dimension, CASE WHEN place <= ${MOST_VALUES} THEN value ELSE '(other)' END,
     sum(pageviews), sum(visitors), sum(visits)
   FROM ranked GROUP BY 1, 2, 3, 4 ORDER BY 1, 3, 4`,
);

export interface Span {
  begins: Date;
  ends: Date;
}

@AppProvider()
export class SiteDaysRepository extends BaseRepository {
  /** Writes the figures of a day that is over; in the transaction that closes it, which has locked the sites. */
  async close(siteIds: string[], day: string): Promise<void> {
    await this.database.takeTime(PATIENCE_MS);
    await this.rows(PLANNING);
    await this.count(CLEAR, siteIds, day);
    // The sites that are closed together have the same days.
    const { begins, ends } = await this.onlyOne<Span>(SPAN, siteIds[0], day, day);
    await this.count(CLOSE, siteIds, day, begins, ends);
  }
}
