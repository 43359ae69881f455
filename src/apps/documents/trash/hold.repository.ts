import { sql } from '../../../platform/database/sql.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Hold } from '../entities/sharing.entity.js';

/** SQL condition: the hold works now. */
export const isHeldSql = (hold: string) => `(${hold}.until IS NULL OR ${hold}.until > now())`;

const LIVE = sql(
  'documents_live_holds',
  `SELECT * FROM ext_documents.holds h WHERE h.item_id = ANY ($1::uuid[]) AND ${isHeldSql('h')} ORDER BY h.id`,
);
const SET = sql(
  'documents_set_hold',
  `INSERT INTO ext_documents.holds (item_id, version_id, app_slug, reference_id, until) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (item_id, app_slug, reference_id) DO UPDATE SET version_id = excluded.version_id, until = excluded.until
   RETURNING (xmax = 0) AS is_new`,
);
const REMOVE = sql(
  'documents_remove_holds',
  'DELETE FROM ext_documents.holds WHERE app_slug = $1 AND reference_id = $2 RETURNING item_id',
);

@AppProvider()
export class HoldRepository extends EntityRepository<Hold> {
  protected readonly entity = Hold;

  live(itemIds: string[]): Promise<Hold[]> {
    return this.rows<Hold>(LIVE, itemIds);
  }

  /** True: there was none of this reference. */
  async set(hold: Pick<Hold, 'item_id' | 'version_id' | 'app_slug' | 'reference_id' | 'until'>): Promise<boolean> {
    const { item_id, version_id, app_slug, reference_id, until } = hold;
    const row = await this.onlyOne<{ is_new: boolean }>(SET, item_id, version_id, app_slug, reference_id, until);
    return row.is_new;
  }

  /** Returns the documents that were held. */
  async remove(appSlug: string, referenceId: string): Promise<string[]> {
    return (await this.rows<{ item_id: string }>(REMOVE, appSlug, referenceId)).map(({ item_id }) => item_id);
  }
}
