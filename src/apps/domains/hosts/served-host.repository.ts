import { BaseRepository } from '../../../platform/database/base.repository.js';
import { keyed, sql } from '../../../platform/database/sql.js';
import type { ServedDomain } from '../../contracts/domains.js';
import { AppProvider } from '../../kernel/app-provider.js';

const SERVED = keyed(
  'domains_served',
  `SELECT d.id AS domain_id, d.owner_id, d.host, d.target_app, d.target_id, d.redirect_url, d.root_url, d.not_found_url,
     u.user_status <> 'active' AS is_stopped, coalesce((s.values->>'force_https')::boolean, true) AS force_https,
     d.last_seen_on::text AS last_seen_on
   FROM ext_domains.domains d JOIN account.users u ON u.id = d.owner_id
   LEFT JOIN apps.settings s ON s.user_id = d.owner_id AND s.app = 'domains'
   WHERE d.host = $1 AND d.status = 'verified'`,
  'text',
);
const SEEN = sql(
  'domains_seen',
  `UPDATE ext_domains.domains SET last_seen_on = $2::date WHERE id = $1 AND last_seen_on IS DISTINCT FROM $2::date`,
);

export type SeenDomain = ServedDomain & { last_seen_on: string | null };

@AppProvider()
export class ServedHostRepository extends BaseRepository {
  find(host: string): Promise<SeenDomain | undefined> {
    return this.quick<SeenDomain>(SERVED, host);
  }

  async see(domainId: string, day: string): Promise<void> {
    await this.database.transaction(() => this.count(SEEN, domainId, day));
  }
}
