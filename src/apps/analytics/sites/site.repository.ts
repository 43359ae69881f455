import { randomBytes } from 'node:crypto';
import { isUnique, sqlState } from '../../../platform/database/database-error.js';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { Keyset, type Page, type PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { dayOf, startOf } from '../../../web-events/days/event-tables.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SITE_EVENTS } from '../days/site-events.js';
import { Site } from '../entities/site.entity.js';

/** The owner has another site with this domain. */
export const TAKEN = 'Site already exists';
const MOST_SITES = 50;
const KEY_LENGTH = 16;
const LOCK_OWNER = sql('analytics_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const TODAY = dayOf(SITE_EVENTS, 'now()');
const PAGE = new Keyset({ name: 'analytics-sites', defaultLimit: 20, maxLimit: 100 });
const LIST = sql(
  'analytics_sites_of',
  `SELECT r.*, today.visitors_today, latest.created_at AS last_event_at
   FROM ext_analytics.sites r
   CROSS JOIN LATERAL (SELECT count(DISTINCT e.visitor_hash)::int AS visitors_today FROM ext_analytics.events e
     WHERE e.site_id = r.id AND e.created_at >= ${startOf(SITE_EVENTS, TODAY)}) today
   LEFT JOIN LATERAL (SELECT e.created_at FROM ext_analytics.events e
     WHERE e.site_id = r.id ORDER BY e.created_at DESC LIMIT 1) latest ON TRUE
   WHERE r.owner_id = $1 AND (r.created_at, r.id) < ($2, $3) ORDER BY r.created_at DESC, r.id DESC LIMIT $4`,
);
/**
 * The new zone counts from its next midnight on. Until then the zone that counts now stays, also if the owner changes
 * their mind in between.
 */
const CHANGE_ZONE = sql(
  'analytics_change_zone',
  `WITH now_counts AS (
     SELECT r.id, CASE WHEN r.timezone_changed_at > now() THEN r.timezone_before ELSE r.timezone END AS zone, ${TODAY} AS today
     FROM ext_analytics.sites r WHERE r.id = $1
   ), moved AS (
     SELECT n.id, n.zone, min(midnight.at) AS changed_at FROM now_counts n
     CROSS JOIN LATERAL (SELECT (n.today + k)::timestamp AT TIME ZONE $2 AS at FROM generate_series(1, 3) k) midnight
     WHERE midnight.at > now() GROUP BY n.id, n.zone
   )
   UPDATE ext_analytics.sites r SET timezone = $2,
     timezone_before = CASE WHEN m.zone <> $2 THEN m.zone END,
     timezone_changed_at = CASE WHEN m.zone <> $2 THEN m.changed_at END
   FROM moved m WHERE r.id = m.id`,
);
const KNOWS_ZONE = sql('analytics_knows_zone', `SELECT now() AT TIME ZONE $1`);

export type SiteRow = Site & { visitors_today: number; last_event_at: Date | null };

@AppProvider()
export class SiteRepository extends EntityRepository<Site> {
  protected readonly entity = Site;

  async make(ownerId: string, values: Values<Site>): Promise<Site> {
    await this.rows(LOCK_OWNER, ownerId);
    const isKnown = await this.exists({ owner_id: ownerId, domain: values.domain as string });
    if (isKnown) throw new Refusal(409, TAKEN);
    if ((await this.countWhere({ owner_id: ownerId })) >= MOST_SITES) throw new Refusal(409, 'Site limit reached');
    return this.insert({ ...values, owner_id: ownerId, site_key: drawKey() });
  }

  async change(id: string, values: Values<Site>): Promise<void> {
    try {
      await this.update({ id }, { ...values, updated_at: NOW });
    } catch (error) {
      if (isUnique(error, 'sites_owner_id_domain_key')) throw new Refusal(409, TAKEN);
      throw error;
    }
  }

  async changeZone(id: string, zone: string): Promise<void> {
    await this.count(CHANGE_ZONE, id, zone);
  }

  list(ownerId: string, query: PageQuery): Promise<Page<SiteRow>> {
    return this.newest<SiteRow>(PAGE, query, LIST, [ownerId]);
  }

  /** The database has its own list of zones, which may be older than that of this process. */
  async expectZone(zone: string): Promise<void> {
    try {
      await this.rows(KNOWS_ZONE, zone);
    } catch (error) {
      if (sqlState(error) === '22023') throw new Refusal(400, 'Invalid timezone');
      throw error;
    }
  }

  async idsOf(ownerId: string): Promise<string[]> {
    return (await this.find({ owner_id: ownerId }, { select: ['id'] })).map(({ id }) => id);
  }
}

/** Letters and digits that are not mistaken for each other, in a script tag that people copy. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const drawKey = () => [...randomBytes(KEY_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
export const drawShareToken = () => randomBytes(16).toString('hex');
