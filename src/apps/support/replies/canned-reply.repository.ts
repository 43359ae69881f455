import { EntityRepository } from '../../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { containing, List } from '../../kernel/lists/list.js';
import { CannedReply } from '../entities/desk.entity.js';

const USED = sql('support_canned_used', 'UPDATE ext_support.canned_replies SET uses = uses + 1 WHERE id = $1');
const LIST = new List({
  name: 'support_canned_list',
  columns: 'c.*',
  from: 'ext_support.canned_replies c',
  id: 'c.id',
  where: `c.owner_id = $1 AND c.status = 'active'`,
  filters: { words: `concat_ws(E'\\n', c.shortcut, c.title, c.body) ILIKE ?` },
  sorts: { uses: { by: 'c.uses', type: 'int' } },
  prepared: true,
});

@AppProvider()
export class CannedReplyRepository extends EntityRepository<CannedReply> {
  protected readonly entity = CannedReply;

  used(id: string): void {
    this.atEnd(USED, id);
  }

  /** Those that are not archived, most used first. */
  list(ownerId: string, q: string | undefined, query: PageQuery): Promise<Page<CannedReply>> {
    const filters = { words: q === undefined ? undefined : containing(q) };
    return LIST.page<CannedReply>(this.database, { values: [ownerId], filters, sort: 'uses', query });
  }
}
