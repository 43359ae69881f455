import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { dayOf, openSince } from '../../../web-events/days/event-tables.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SITE_EVENTS } from './site-events.js';
import { changesIn, eventsOfDays, hitsOf, seenOf, valuesOf } from './visits.sql.js';

/** So many events make it worth while to count them before the day is over. */
export const WORTH_COUNTING = 2_000;
/** Each transaction that began before it is over, as for a day that is closed. */
const SETTLED = `date_trunc('minute', now() - interval '${SITE_EVENTS.things.local?.settles}')`;

/** The next site that has only one open day and many events in it. A site that is held is counted by a later run. */
const NEXT = sql(
  'analytics_next_open_day',
  `SELECT r.id, ${SETTLED} AS until FROM ext_analytics.sites r
   WHERE r.id > $1 AND r.rolled_through + 1 = ${dayOf(SITE_EVENTS, SETTLED)} AND EXISTS (
     SELECT FROM ext_analytics.events e WHERE e.site_id = r.id
       AND e.created_at >= greatest(r.counted_until, ${openSince(SITE_EVENTS)}) AND e.created_at < ${SETTLED}
     OFFSET ${WORTH_COUNTING} - 1)
   ORDER BY r.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
);

const OF_DAY = eventsOfDays('r.id = $1 AND e.created_at < $2', '(r.rolled_through + 1)', '(r.rolled_through + 1)');
const KEYS = { keys: ['sign', 'day'] };
const COUNT = sql(
  'analytics_count_open_day',
  `WITH ${hitsOf(changesIn(OF_DAY), { hasTotals: false })}, ${seenOf(KEYS)}
   INSERT INTO ext_analytics.site_day_values AS d (site_id, day, dimension, value, pageviews, visitors, visits)
   SELECT $1, day, dimension, value, sum(sign * pageviews), sum(sign * visitors), sum(sign * visits)
   FROM (${valuesOf(KEYS)}) changed GROUP BY day, dimension, value
   HAVING sum(sign * pageviews) <> 0 OR sum(sign * visitors) <> 0 OR sum(sign * visits) <> 0 ORDER BY dimension, value
   ON CONFLICT (site_id, dimension, day, value) DO UPDATE SET pageviews = d.pageviews + excluded.pageviews,
     visitors = d.visitors + excluded.visitors, visits = d.visits + excluded.visits`,
);
const MOVE = sql('analytics_move_counted', 'UPDATE ext_analytics.sites SET counted_until = $2 WHERE id = $1');

export interface OpenDay {
  id: string;
  until: Date;
}

/**
 * Counts the values of days that are still open, all of them, so that a report reads the events of few visitors. The site
 * says until when they are counted. When the day is closed it is counted from its events once more.
 */
@AppProvider()
export class OpenDaysRepository extends BaseRepository {
  /** Holds the next site, in the transaction of the caller. */
  next(after: string): Promise<OpenDay | undefined> {
    return this.one<OpenDay>(NEXT, after);
  }

  async countUntil({ id, until }: OpenDay): Promise<void> {
    await this.count(COUNT, id, until);
    await this.count(MOVE, id, until);
  }
}
