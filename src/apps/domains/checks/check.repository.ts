import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { Keyset, type Page, type PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DomainCheck } from '../entities/domain-check.entity.js';

const KEPT = 100;
const PAGE = new Keyset({ name: 'domains-checks', defaultLimit: 20, maxLimit: 100 });
const LIST = sql(
  'domains_checks',
  `SELECT * FROM ext_domains.checks WHERE domain_id = $1 AND (created_at, id) < ($2, $3::uuid)
   ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const FORGET = sql(
  'domains_forget_checks',
  `DELETE FROM ext_domains.checks WHERE id IN (
     SELECT id FROM ext_domains.checks WHERE domain_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2
   )`,
);

@AppProvider()
export class CheckRepository extends EntityRepository<DomainCheck> {
  protected readonly entity = DomainCheck;

  async keep(check: Omit<DomainCheck, 'id' | 'created_at'>): Promise<DomainCheck> {
    const added = await this.insert(check);
    await this.count(FORGET, check.domain_id, KEPT);
    return added;
  }

  list(domainId: string, query: PageQuery): Promise<Page<DomainCheck>> {
    return this.newest<DomainCheck>(PAGE, query, LIST, [domainId]);
  }

  async last(domainId: string): Promise<DomainCheck | undefined> {
    return (await this.find({ domain_id: domainId }, { order: { created_at: 'DESC', id: 'DESC' }, limit: 1 }))[0];
  }
}
