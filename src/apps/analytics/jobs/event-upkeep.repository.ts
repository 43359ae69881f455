import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { dayOf, openSince, startOf } from '../../../web-events/days/event-tables.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { MOST_RETENTION_DAYS, SITE_EVENTS } from '../days/site-events.js';
import { conversionsOf, eventsOf, eventsOfDays, seenIn } from '../days/visits.sql.js';

export const PURGE_BATCH = 10_000;
const TODAY = dayOf(SITE_EVENTS, 'now()');

const SITES = sql(
  'analytics_sites_after',
  'SELECT id, owner_id FROM ext_analytics.sites WHERE id > $1 ORDER BY id LIMIT $2',
);
/** Whole days alone, so that a day is counted from all of its events or not at all. */
const PURGE = sql(
  'analytics_purge',
  `DELETE FROM ext_analytics.events WHERE id IN (
     SELECT old.id FROM unnest($1::uuid[], $2::int[]) kept (site_id, days) JOIN ext_analytics.sites r ON r.id = kept.site_id
     CROSS JOIN LATERAL (
       SELECT e.id FROM ext_analytics.events e
       WHERE e.site_id = r.id AND e.created_at < least(${startOf(SITE_EVENTS, `(${TODAY} - kept.days)`)}, ${openSince(SITE_EVENTS)})
       ORDER BY e.created_at LIMIT $3
     ) old LIMIT $3)`,
);
/** Conflicts with the lock of the roll-up and of a change: neither the goals nor the last closed day move meanwhile. */
const HOLD = sql(
  'analytics_hold_site',
  `SELECT (rolled_through - $2::int)::text AS first FROM ext_analytics.sites WHERE id = $1 FOR SHARE`,
);
/** The events from day `$3` to day `$4` whose days are closed. */
const CLOSED = eventsOfDays('r.id = $1', '$3::date', 'least($4::date, r.rolled_through)');
const COUNT_GOALS = sql(
  'analytics_count_goals',
  `WITH ${seenIn(`(${eventsOf(CLOSED)}) e`)}
   INSERT INTO ext_analytics.goal_days (goal_id, site_id, day, conversions, visitors)
   ${conversionsOf('g.id = ANY ($2::uuid[])')}
   ON CONFLICT (goal_id, day) DO UPDATE SET conversions = excluded.conversions, visitors = excluded.visitors`,
);

interface OwnedSite {
  id: string;
  owner_id: string;
}

@AppProvider()
export class EventUpkeepRepository extends BaseRepository {
  sitesAfter(id: string, most: number): Promise<OwnedSite[]> {
    return this.rows<OwnedSite>(SITES, id, most);
  }

  /** Deletes events of closed days that are older than so many days, at most one batch. */
  purge(siteIds: string[], days: number[]): Promise<number> {
    return this.count(PURGE, siteIds, days, PURGE_BATCH);
  }

  /** The first day of which events may be kept, counted from the last closed one; undefined where no day is closed. */
  async holdSite(siteId: string): Promise<string | undefined> {
    return (await this.one<{ first: string | null }>(HOLD, siteId, MOST_RETENTION_DAYS))?.first ?? undefined;
  }

  async countGoals(siteId: string, goalIds: string[], from: string, to: string): Promise<void> {
    await this.count(COUNT_GOALS, siteId, goalIds, from, to);
  }
}
