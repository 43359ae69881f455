import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { StoredBytes, Version } from '../entities/version.entity.js';

const OF_ITEM = sql(
  'documents_versions_of_item',
  `SELECT * FROM ext_documents.versions WHERE item_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3`,
);
const PAGE = new Keyset({ name: 'documents_versions', defaultLimit: 20, maxLimit: 100 });
const AFTER_ALL = 2_147_483_647;

@AppProvider()
export class VersionRepository extends EntityRepository<Version> {
  protected readonly entity = Version;

  async page(itemId: string, query: PageQuery) {
    const slice = PAGE.read(query);
    const rows = await this.converted<Version>(OF_ITEM, itemId, slice.after?.[0] ?? AFTER_ALL, slice.fetch);
    return PAGE.cut(rows, slice, ({ number }) => [number]);
  }
}

const OF_VERSIONS = sql(
  'documents_bytes_of_versions',
  `SELECT v.id, b.storage_key FROM ext_documents.versions v JOIN ext_documents.blobs b ON b.id = v.blob_id
   WHERE v.id = ANY ($1::uuid[])`,
);

@AppProvider()
export class BytesRepository extends EntityRepository<StoredBytes> {
  protected readonly entity = StoredBytes;

  /** The files in the file store, by the versions. */
  async keysOf(versionIds: string[]): Promise<Map<string, string>> {
    const rows = await this.rows<{ id: string; storage_key: string }>(OF_VERSIONS, versionIds);
    return new Map(rows.map(({ id, storage_key }) => [id, storage_key]));
  }
}
