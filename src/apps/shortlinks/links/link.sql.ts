import { openCount } from '../../../web-events/days/figures.sql.js';
import { CLICKS } from '../stats/link-clicks.js';

/** Of a link `l`, at this moment. */
export const STATE = `CASE
    WHEN l.blocked_at IS NOT NULL THEN 'blocked'
    WHEN l.status <> 'active' THEN l.status
    WHEN l.starts_at > now() THEN 'not_started'
    WHEN l.expires_at <= now() THEN 'expired'
    WHEN l.clicks_used >= l.max_clicks THEN 'used_up'
    ELSE 'active' END`;

/** As it is shown to its owner. */
export const SHOWN = `l.id, l.owner_id, l.domain_id, l.slug, l.url, l.title, l.external_id, l.tags, l.status,
  l.redirect_status, l.forward_query, l.utm, l.rules, l.password_hash IS NOT NULL AS has_password, l.starts_at,
  l.expires_at, l.expired_url, l.max_clicks, l.clicks_used, l.warned_at, l.blocked_at, l.blocked_reason,
  l.url_checked_at, l.created_at, l.updated_at, ${STATE} AS state,
  (l.clicks_closed + ${openCount(CLICKS, 'l.id')})::float8 AS clicks`;

/** Whether a table has the slug of `n` on the domain of `n`. In two halves, as its unique indexes are. */
export const hasSlug = (table: 'links' | 'retired_slugs', more = '') => `(
  EXISTS (SELECT FROM ext_shortlinks.${table} t
    WHERE t.domain_id IS NULL AND n.domain_id IS NULL AND t.slug = n.slug ${more})
  OR EXISTS (SELECT FROM ext_shortlinks.${table} t WHERE t.domain_id = n.domain_id AND t.slug = n.slug ${more}))`;

/** The previous owner of a slug may take it again. */
export const RETIRED_BY_ANOTHER = hasSlug('retired_slugs', 'AND t.owner_id <> n.owner_id');
