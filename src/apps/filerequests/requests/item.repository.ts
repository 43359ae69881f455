import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RequestItem } from '../entities/request.entity.js';

const PUT = sql(
  'filerequests_put_items',
  `INSERT INTO ext_filerequests.items
     (id, request_id, position, title, description, required, allowed_extensions, min_files, max_files)
   SELECT id, $1, position, title, description, required, allowed_extensions, min_files, max_files
   FROM jsonb_to_recordset($2::jsonb) AS n (id uuid, position int, title text, description text, required boolean,
     allowed_extensions text[], min_files int, max_files int)
   ON CONFLICT (id) DO UPDATE SET position = excluded.position, title = excluded.title,
     description = excluded.description, required = excluded.required, min_files = excluded.min_files,
     max_files = excluded.max_files, allowed_extensions = excluded.allowed_extensions, updated_at = now()`,
);
/** Files that are lost or removed leave nothing behind. */
const WITH_FILES = sql(
  'filerequests_items_with_files',
  `SELECT FROM ext_filerequests.files f, unnest($2::uuid[]) item
   WHERE f.request_id = $1 AND f.item_id = item AND f.status NOT IN ('lost', 'removed') LIMIT 1`,
);
const COUNTS = sql(
  'filerequests_item_counts',
  `SELECT f.item_id, count(*)::int AS received_files,
     count(*) FILTER (WHERE s.status = 'accepted')::int AS accepted_files
   FROM ext_filerequests.files f JOIN ext_filerequests.submissions s ON s.id = f.submission_id
   WHERE f.request_id = $1 AND f.item_id IS NOT NULL AND f.status = 'received' GROUP BY f.item_id`,
);
const DROP = sql('filerequests_drop_items', 'DELETE FROM ext_filerequests.items WHERE id = ANY ($1::uuid[])');

export type ItemRow = Omit<RequestItem, 'request_id' | 'created_at' | 'updated_at'>;

@AppProvider()
export class ItemRepository extends EntityRepository<RequestItem> {
  protected readonly entity = RequestItem;

  of(requestId: string): Promise<RequestItem[]> {
    return this.find({ request_id: requestId }, { order: { position: 'ASC' } });
  }

  async put(requestId: string, items: ItemRow[]): Promise<void> {
    if (items.length) await this.count(PUT, requestId, JSON.stringify(items));
  }

  async drop(ids: string[]): Promise<void> {
    if (ids.length) await this.count(DROP, ids);
  }

  async haveFiles(requestId: string, ids: string[]): Promise<boolean> {
    return ids.length > 0 && (await this.one(WITH_FILES, requestId, ids)) !== undefined;
  }

  async counts(requestId: string): Promise<Map<string, { received_files: number; accepted_files: number }>> {
    type Row = { item_id: string; received_files: number; accepted_files: number };
    const rows = await this.rows<Row>(COUNTS, requestId);
    return new Map(rows.map(({ item_id, ...counts }) => [item_id, counts]));
  }
}
