import { isUnique } from '../../platform/database/database-error.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { List } from '../kernel/lists/list.js';
import { Domain, type TargetApp } from './entities/domain.entity.js';

const LOCK_OWNER = sql('domains_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const COUNT = sql(
  'domains_count',
  `SELECT count(*)::int AS count FROM ext_domains.domains WHERE owner_id = $1 AND status <> 'removed'`,
);
// A process that dies during its checks leaves them to the next run after these minutes.
const TAKE_DUE = sql(
  'domains_take_due',
  `UPDATE ext_domains.domains SET next_check_at = now() + interval '5 minutes'
   WHERE id = ANY (ARRAY(
     SELECT id FROM ext_domains.domains WHERE next_check_at <= now() ORDER BY next_check_at LIMIT $1
     FOR UPDATE SKIP LOCKED
   )) RETURNING id, host, token`,
);
const LOCK = sql(
  'domains_lock',
  `SELECT * FROM ext_domains.domains WHERE id = $1 AND token = $2 AND status <> 'removed' FOR NO KEY UPDATE`,
);
const LOCK_HOLDER = sql(
  'domains_lock_holder',
  `SELECT * FROM ext_domains.domains WHERE host = $1 AND status = 'verified' AND id <> $2 FOR NO KEY UPDATE`,
);
const SAVEPOINT = sql('domains_savepoint', 'SAVEPOINT claim');
const ROLL_BACK = sql('domains_roll_back', 'ROLLBACK TO SAVEPOINT claim');
const RELEASE = sql('domains_release', 'RELEASE SAVEPOINT claim');

const OWN = new List({
  name: 'domains_own',
  // Of two columns with the same name the later one counts.
  columns: 'd.*, d.last_seen_on::text AS last_seen_on',
  from: 'ext_domains.domains d',
  id: 'd.id',
  where: `d.owner_id = $1 AND d.status <> 'removed'`,
  filters: { status: 'd.status = ?', target_app: 'd.target_app = ?' },
  sorts: { newest: { by: 'd.created_at', type: 'timestamptz' } },
});

export type DueDomain = Pick<Domain, 'id' | 'host' | 'token'>;

@AppProvider()
export class DomainRepository extends EntityRepository<Domain> {
  protected readonly entity = Domain;

  /** Until the transaction ends, no other call adds a domain of this owner. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.count(LOCK_OWNER, ownerId);
  }

  async countOf(ownerId: string): Promise<number> {
    return (await this.onlyOne<{ count: number }>(COUNT, ownerId)).count;
  }

  list(ownerId: string, filters: { status?: string; target_app?: TargetApp }, query: PageQuery): Promise<Page<Domain>> {
    return OWN.page<Domain>(this.database, { values: [ownerId], filters, sort: 'newest', query });
  }

  /** Domains whose next check is due. No other run takes them. */
  takeDue(limit: number): Promise<DueDomain[]> {
    return this.rows<DueDomain>(TAKE_DUE, limit);
  }

  /** Undefined if it was removed, or got another token. */
  async lock({ id, token }: DueDomain): Promise<Domain | undefined> {
    return (await this.converted(LOCK, id, token))[0];
  }

  /** The domain of another account that is verified for the same host. */
  async lockHolder({ host, id }: Domain): Promise<Domain | undefined> {
    return (await this.converted(LOCK_HOLDER, host, id))[0];
  }

  /** Undefined, and nothing has changed, if another account verifies the same host at the same time. */
  async unlessTaken<T>(work: () => Promise<T>): Promise<T | undefined> {
    await this.count(SAVEPOINT);
    try {
      const done = await work();
      await this.count(RELEASE);
      return done;
    } catch (error) {
      if (!isUnique(error, 'domains_verified_host')) throw error;
      await this.count(ROLL_BACK);
      return undefined;
    }
  }
}
