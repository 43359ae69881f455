import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { LinkClick } from '../entities/click.entity.js';
import { EventCollector } from '../../../web-events/event-collector.js';
import { keyed, sql } from '../../../platform/database/sql.js';
import type { Visit } from '../../../web-events/visits/visit.js';
import type { Link } from '../entities/link.entity.js';
import { STATE } from '../links/link.sql.js';
import type { LinkState } from '../shortlinks.views.js';

export interface VisitedLink extends Pick<
  Link,
  | 'id'
  | 'domain_id'
  | 'slug'
  | 'url'
  | 'title'
  | 'redirect_status'
  | 'forward_query'
  | 'rules'
  | 'password_hash'
  | 'expired_url'
  | 'max_clicks'
  | 'warned_at'
  | 'created_at'
> {
  state: LinkState;
  /** Neither banned nor suspended. */
  owner_is_active: boolean;
}

const VISITED = `SELECT l.id, l.domain_id, l.slug, l.url, l.title, l.redirect_status, l.forward_query, l.rules,
    l.password_hash, l.expired_url, l.max_clicks, l.warned_at, l.created_at, ${STATE} AS state,
    u.user_status = 'active' AS owner_is_active
  FROM ext_shortlinks.links l JOIN account.users u ON u.id = l.owner_id`;
const ON_PLATFORM = keyed('shortlinks_visited', `${VISITED} WHERE l.domain_id IS NULL AND l.slug = $1`, 'text');
const ON_DOMAIN = keyed(
  'shortlinks_visited_on_domain',
  `${VISITED} WHERE l.slug = $1 AND l.domain_id = $2`,
  'text',
  'uuid',
);
const RETIRED_ON_PLATFORM = keyed(
  'shortlinks_retired',
  'SELECT FROM ext_shortlinks.retired_slugs WHERE domain_id IS NULL AND slug = $1',
  'text',
);
const RETIRED_ON_DOMAIN = keyed(
  'shortlinks_retired_on_domain',
  'SELECT FROM ext_shortlinks.retired_slugs WHERE slug = $1 AND domain_id = $2',
  'text',
  'uuid',
);
const USE = sql(
  'shortlinks_use_click',
  `UPDATE ext_shortlinks.links SET clicks_used = clicks_used + 1
   WHERE id = $1 AND (max_clicks IS NULL OR clicks_used < max_clicks) RETURNING clicks_used`,
);
const CLICKS = new EventCollector<LinkClick>('shortlinks_click', 'ext_shortlinks.clicks', {
  link_id: 'uuid',
  os: 'text',
  browser: 'text',
  referrer_host: 'text',
  rule_index: 'smallint',
});

@AppProvider()
export class VisitedLinkRepository extends BaseRepository {
  find(slug: string, domainId: string | null): Promise<VisitedLink | undefined> {
    return domainId === null
      ? this.quick<VisitedLink>(ON_PLATFORM, slug)
      : this.quick<VisitedLink>(ON_DOMAIN, slug, domainId);
  }

  /** Whether there was a link once. */
  async isRetired(slug: string, domainId: string | null): Promise<boolean> {
    const found =
      domainId === null
        ? await this.quick(RETIRED_ON_PLATFORM, slug)
        : await this.quick(RETIRED_ON_DOMAIN, slug, domainId);
    return found !== undefined;
  }

  /** One more of those that it has; false: there is none left. */
  async use(id: string): Promise<boolean> {
    return (await this.rows(USE, id)).length > 0;
  }

  addClick(link_id: string, visit: Visit, rule_index: number | null): void {
    const { visitor_hash, country, device, os, browser, referrer_host } = visit;
    const values = { link_id, visitor_hash, country, device, os, browser, referrer_host, rule_index };
    this.database.gather(CLICKS, values);
  }
}
