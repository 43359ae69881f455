import { sql } from '../../../platform/database/sql.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { settingsSql } from '../../kernel/app-settings.js';
import { isHeldSql } from '../trash/hold.repository.js';

// Locked first, and compared with the holds by a statement of its own: a hold locks its version too.
const TOO_MANY = sql(
  'documents_versions_too_many',
  `SELECT v.id FROM ext_documents.versions v WHERE v.id = ANY (ARRAY(
     SELECT id FROM (
       SELECT v.id, v.owner_id, row_number() OVER (PARTITION BY v.item_id ORDER BY v.number DESC) AS place
       FROM ext_documents.versions v JOIN ext_documents.items i ON i.id = v.item_id WHERE i.version_number > 1) ranked
     WHERE place > coalesce((${settingsSql('documents', 'ranked.owner_id')} ->> 'max_versions')::int, $2)
       AND NOT EXISTS (SELECT FROM ext_documents.holds h WHERE h.version_id = ranked.id AND ${isHeldSql('h')})
     LIMIT $1)) FOR UPDATE SKIP LOCKED`,
);
const PRUNE = sql(
  'documents_prune_versions',
  `DELETE FROM ext_documents.versions v WHERE v.id = ANY ($1::uuid[])
     AND NOT EXISTS (SELECT FROM ext_documents.holds h WHERE h.version_id = v.id AND ${isHeldSql('h')})
     AND NOT EXISTS (SELECT FROM ext_documents.items i WHERE i.current_version_id = v.id)`,
);
const UNUSED = sql(
  'documents_unused_bytes',
  `SELECT b.id FROM ext_documents.blobs b WHERE b.created_at < now() - interval '24 hours'
     AND NOT EXISTS (SELECT FROM ext_documents.versions v WHERE v.blob_id = b.id)
   ORDER BY b.created_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
);
const SWEEP = sql(
  'documents_sweep_bytes',
  `DELETE FROM ext_documents.blobs b WHERE b.id = ANY ($1::uuid[])
     AND NOT EXISTS (SELECT FROM ext_documents.versions v WHERE v.blob_id = b.id) RETURNING b.storage_key`,
);
// The bytes of what this user owns, where versions of others have them too.
const SHARED = sql(
  'documents_bytes_of_others',
  `SELECT DISTINCT b.storage_key FROM ext_documents.versions own JOIN ext_documents.blobs b ON b.id = own.blob_id
   JOIN ext_documents.versions v ON v.blob_id = b.id AND v.owner_id <> own.owner_id WHERE own.owner_id = $1`,
);

const LOCK_ALL = sql(
  'documents_lock_versions',
  'SELECT id FROM ext_documents.versions WHERE owner_id = $1 ORDER BY id FOR UPDATE',
);

/** What jobs do with old versions and with bytes that no version has. */
@AppProvider()
export class UpkeepRepository extends BaseRepository {
  /** Returns how many were looked at. */
  async prune(limit: number, most: number): Promise<number> {
    const ids = (await this.rows<{ id: string }>(TOO_MANY, limit, most)).map(({ id }) => id);
    if (ids.length) await this.count(PRUNE, ids);
    return ids.length;
  }

  /** Returns their files in the file store. */
  async sweep(limit: number): Promise<string[]> {
    const ids = (await this.rows<{ id: string }>(UNUSED, limit)).map(({ id }) => id);
    if (!ids.length) return [];
    return (await this.rows<{ storage_key: string }>(SWEEP, ids)).map(({ storage_key }) => storage_key);
  }

  /** A caller who copies one of the versions just now is waited for. */
  async sharedFiles(ownerId: string): Promise<string[]> {
    await this.rows(LOCK_ALL, ownerId);
    return (await this.rows<{ storage_key: string }>(SHARED, ownerId)).map(({ storage_key }) => storage_key);
  }
}
