import { BaseRepository } from '../../../platform/database/base.repository.js';
import { keyed, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';

const READY = sql(
  'domains_ready_for',
  `SELECT CASE WHEN status = 'verified' AND target_app = $3 THEN host END AS host FROM ext_domains.domains
   WHERE id = $1 AND owner_id = $2 AND status <> 'removed'`,
);
const HOST_OF = keyed(
  'domains_host_of',
  `SELECT host FROM ext_domains.domains WHERE target_id = $2 AND target_app = $1 AND status = 'verified'
   ORDER BY mapped_at, id LIMIT 1`,
  'text',
  'uuid',
);
const HOSTS_FOR = sql(
  'domains_hosts_for',
  `SELECT host FROM ext_domains.domains WHERE owner_id = $2 AND target_app = $1 AND status = 'verified' ORDER BY host`,
);
const HOSTS = sql('domains_hosts', 'SELECT id, host FROM ext_domains.domains WHERE id = ANY ($1::uuid[])');

interface Row {
  host: string;
}

/** Which hosts things of other apps are published on. */
@AppProvider()
export class PublishedHostRepository extends BaseRepository {
  /** Null: the host is not verified or not mapped to the app; undefined: the owner has no such domain. */
  async readyFor(app: string, ownerId: string, domainId: string): Promise<string | null | undefined> {
    return (await this.one<{ host: string | null }>(READY, domainId, ownerId, app))?.host;
  }

  /** Of several hosts the one that was mapped first, so that canonical addresses stay. */
  async hostOf(app: string, targetId: string): Promise<string | null> {
    return (await this.quick<Row>(HOST_OF, app, targetId))?.host ?? null;
  }

  async hostsFor(app: string, ownerId: string): Promise<string[]> {
    return (await this.rows<Row>(HOSTS_FOR, app, ownerId)).map(({ host }) => host);
  }

  async hosts(ids: string[]): Promise<Map<string, string>> {
    const rows = ids.length ? await this.rows<Row & { id: string }>(HOSTS, ids) : [];
    return new Map(rows.map(({ id, host }) => [id, host]));
  }
}
