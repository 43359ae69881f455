import { AppProvider } from '../../kernel/app-provider.js';
import { isUnique } from '../../../platform/database/database-error.js';
import { EntityRepository, NOW, plus, type Values } from '../../../platform/database/entity.repository.js';
import { Keyset, type Page, type PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { figures } from '../../../web-events/days/figures.sql.js';
import { BioPage } from '../entities/page.entity.js';
import { BY_DAY, EVENTS } from '../stats/page-events.js';
import { handleTaken } from './handles.js';

const LOCK_OWNER = sql('biolinks_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');

const PAGE = new Keyset({ name: 'biolinks-pages', defaultLimit: 20, maxLimit: 100 });
const TODAY = `(now() AT TIME ZONE 'UTC')::date`;
/** Today and the 29 days before it. */
export const LAST_DAYS = { from: `(${TODAY} - 29)`, to: TODAY };

const LIST = sql(
  'biolinks_list',
  `WITH own AS MATERIALIZED (
     SELECT * FROM ext_biolinks.pages
     WHERE owner_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT $4
   ), seen AS (
     SELECT f.page_id, sum(f.views)::int AS views, sum(f.clicks)::int AS clicks
     FROM (${figures(EVENTS, BY_DAY, { which: (of) => `${of}.page_id IN (SELECT id FROM own)`, ...LAST_DAYS })}) f
     GROUP BY f.page_id
   )
   SELECT own.*, coalesce(seen.views, 0) AS views, coalesce(seen.clicks, 0) AS clicks,
     (SELECT count(*)::int FROM ext_biolinks.blocks b WHERE b.page_id = own.id AND b.removed_at IS NULL) AS block_count
   FROM own LEFT JOIN seen ON seen.page_id = own.id ORDER BY own.created_at DESC, own.id DESC`,
);

export type ListedPageRow = BioPage & { views: number; clicks: number; block_count: number };

@AppProvider()
export class PageRepository extends EntityRepository<BioPage> {
  protected readonly entity = BioPage;

  /** Others who make a page for the owner wait for the end of the transaction. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  list(ownerId: string, query: PageQuery): Promise<Page<ListedPageRow>> {
    return this.newest<ListedPageRow>(PAGE, query, LIST, [ownerId]);
  }

  /** Every change is one more version. */
  async change(id: string, values: Values<BioPage>): Promise<BioPage> {
    try {
      return (await this.updateOne({ id }, { ...values, version: plus(1), updated_at: NOW })) as BioPage;
    } catch (error) {
      throw isUnique(error, 'pages_handle') ? handleTaken : error;
    }
  }

  /** For a change of blocks. Returns the new version. */
  async raiseVersion(id: string): Promise<number> {
    return (await this.change(id, {})).version;
  }
}
