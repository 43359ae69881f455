import { sql } from '../../../platform/database/sql.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DocumentUpload } from '../entities/version.entity.js';

const EXPIRE = sql(
  'documents_expire_uploads',
  `UPDATE ext_documents.uploads SET status = 'expired' WHERE id = ANY (ARRAY(
     SELECT id FROM ext_documents.uploads WHERE status = 'open' AND expires_at < now()
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))
   RETURNING target_owner_id, size_bytes::float8 AS size_bytes, storage_key`,
);

@AppProvider()
export class UploadRepository extends EntityRepository<DocumentUpload> {
  protected readonly entity = DocumentUpload;

  expire(limit: number): Promise<Pick<DocumentUpload, 'target_owner_id' | 'size_bytes' | 'storage_key'>[]> {
    return this.rows(EXPIRE, limit);
  }
}
