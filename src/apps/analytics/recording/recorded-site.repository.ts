import { BaseRepository } from '../../../platform/database/base.repository.js';
import { keyed } from '../../../platform/database/sql.js';
import { dayOf, startOf } from '../../../web-events/days/event-tables.js';
import { EventCollector, type NewEvent } from '../../../web-events/event-collector.js';
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
const EVENTS = new EventCollector<SiteEvent>('analytics_event', 'ext_analytics.events', {
  site_id: 'uuid',
  name: 'text',
  path: 'text',
  os: 'text',
  browser: 'text',
  referrer_host: 'text',
  utm_source: 'text',
  utm_medium: 'text',
  utm_campaign: 'text',
  props: 'jsonb',
});

/** What has to be known of a site to record an event. `day` is the site's day, until `day_ends_at`. */
export interface RecordedSite extends Pick<
  Site,
  'id' | 'owner_id' | 'domain' | 'extra_hosts' | 'excluded_paths' | 'status'
> {
  day: string;
  day_ends_at: Date;
}

@AppProvider()
export class RecordedSiteRepository extends BaseRepository {
  find(siteKey: string): Promise<RecordedSite | undefined> {
    return this.quick<RecordedSite>(FIND, siteKey);
  }

  add(event: NewEvent<SiteEvent>): void {
    this.database.gather(EVENTS, event);
  }
}
