import { sql } from '../../../platform/database/sql.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { FOLDERS, LIVE_BELOW } from '../items/tree.js';

/** A folder or a document of an archive. */
export interface ArchivedItem {
  id: string;
  parent_id: string | null;
  name: string;
  updated_at: Date;
  /** Null: a folder. */
  storage_key: string | null;
}

const SIZE = sql(
  'documents_archive_size',
  `${FOLDERS} SELECT count(*)::int AS items, count(*) FILTER (WHERE i.kind = 'document')::int AS files,
     coalesce(sum(i.size_bytes), 0)::float8 AS bytes FROM ext_documents.items i WHERE ${LIVE_BELOW}`,
);
const CONTENT = sql(
  'documents_archive_content',
  `${FOLDERS} SELECT i.id, i.parent_id, i.name, i.updated_at, b.storage_key FROM ext_documents.items i
   LEFT JOIN ext_documents.versions v ON v.id = i.current_version_id
   LEFT JOIN ext_documents.blobs b ON b.id = v.blob_id
   WHERE ${LIVE_BELOW} ORDER BY lower(i.name), i.id`,
);
// Of the items, those that the link still opens.
const OF_LINK = sql(
  'documents_archive_of_link',
  `SELECT i.id FROM ext_documents.links l JOIN ext_documents.items i ON i.id = l.item_id
   WHERE l.id = $1 AND l.revoked_at IS NULL AND i.trashed_at IS NULL`,
);

@AppProvider()
export class ArchiveRepository extends BaseRepository {
  size(ids: string[]): Promise<{ items: number; files: number; bytes: number }> {
    return this.onlyOne(SIZE, ids);
  }

  content(ids: string[]): Promise<ArchivedItem[]> {
    return this.rows<ArchivedItem>(CONTENT, ids);
  }

  async ofLink(linkId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(OF_LINK, linkId)).map(({ id }) => id);
  }
}
