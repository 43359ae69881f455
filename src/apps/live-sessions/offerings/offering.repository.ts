import { EntityRepository } from '../../../platform/database/entity.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { containing, List } from '../../kernel/lists/list.js';
import { Offering } from '../entities/offering.entity.js';

const MOST_ACTIVE = 100;
export const TOO_MANY_OFFERINGS = 'At most 100 active offerings';

const FILTERS = { host: 't.owner_id = ?::uuid', kind: 't.kind = ?', q: 't.title ILIKE ?' };
const NEWEST = { newest: { by: 't.created_at', type: 'timestamptz' } } as const;
const FROM = { columns: 't.*', from: 'ext_live_sessions.offerings t', id: 't.id', filters: FILTERS, sorts: NEWEST };
const ACTIVE = new List({
  ...FROM,
  name: 'live_sessions_offerings',
  where: `t.status = 'active' AND t.owner_id IS NOT NULL`,
});
const MINE = new List({ ...FROM, name: 'live_sessions_my_offerings', where: 't.owner_id = $1' });

const KEEP_HOST = sql(
  'live_sessions_keep_host',
  `SELECT FROM account.users WHERE id IN (SELECT owner_id FROM ext_live_sessions.offerings WHERE id = $1
     UNION ALL SELECT owner_id FROM ext_live_sessions.sessions WHERE id = $2) FOR KEY SHARE`,
);

interface Filters {
  host?: string;
  kind?: string;
  q?: string;
}

@AppProvider()
export class OfferingRepository extends EntityRepository<Offering> {
  protected readonly entity = Offering;

  /** `mine`: all of this host, archived ones too. */
  list({ q, ...filters }: Filters, query: PageQuery, mine?: string) {
    const call = { filters: { ...filters, q: q && containing(q) }, sort: 'newest' as const, query };
    if (mine === undefined) return ACTIVE.page<Offering>(this.database, call);
    return MINE.page<Offering>(this.database, { ...call, values: [mine] });
  }

  /** The end of the host's account waits until the transaction is over. Before any lock of their sessions. */
  async keepHost({ offering_id, session_id }: { offering_id?: string; session_id?: string }): Promise<void> {
    await this.rows(KEEP_HOST, offering_id ?? null, session_id ?? null);
  }

  /** The calendar of the host is locked. */
  async expectRoom(hostId: string): Promise<void> {
    if ((await this.countWhere({ owner_id: hostId, status: 'active' })) >= MOST_ACTIVE)
      throw new Refusal(409, TOO_MANY_OFFERINGS);
  }
}
