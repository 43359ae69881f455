import { BaseRepository } from '../../../platform/database/base.repository.js';
import { keyed, sql } from '../../../platform/database/sql.js';
import { dayOf, startOf } from '../../../web-events/days/event-tables.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SITE_EVENTS } from '../days/site-events.js';
import type { Site } from '../entities/site.entity.js';
import type { SiteEvent } from '../entities/site-event.entity.js';

const TODAY = dayOf(SITE_EVENTS, 'now()');
const FIND = keyed(
  'analytics_recorded_site',
  `SELECT r.id, r.owner_id, r.domain, r.extra_hosts, r.excluded_paths, r.status, ${TODAY}::text AS day,
     ${startOf(SITE_EVENTS, `(${TODAY} + 1)`)} AS day_ends_at
   FROM ext_analytics.sites r WHERE r.site_key = $1`,
  'text',
);
const COLUMNS = [
  'site_id',
  'visitor_hash',
  'name',
  'path',
  'country',
  'device',
  'os',
  'browser',
  'referrer_host',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'props',
] as const satisfies (keyof SiteEvent)[];
const INSERT = sql(
  'analytics_event',
  `INSERT INTO ext_analytics.events (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((_, at) => `$${at + 1}`).join(', ')})`,
);

/** What has to be known of a site to record an event. `day` is the site's day, until `day_ends_at`. */
export interface RecordedSite extends Pick<
  Site,
  'id' | 'owner_id' | 'domain' | 'extra_hosts' | 'excluded_paths' | 'status'
> {
  day: string;
  day_ends_at: Date;
}

export type NewEvent = Omit<SiteEvent, 'id' | 'created_at'>;

@AppProvider()
export class RecordedSiteRepository extends BaseRepository {
  find(siteKey: string): Promise<RecordedSite | undefined> {
    return this.quick<RecordedSite>(FIND, siteKey);
  }

  add(event: NewEvent): void {
    this.atEnd(INSERT, ...COLUMNS.map((column) => event[column]));
  }
}
