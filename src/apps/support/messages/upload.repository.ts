import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Upload } from '../entities/ticket.entity.js';

const LOCK_USER = sql('support_lock_user', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const PENDING = sql(
  'support_uploads_pending',
  'SELECT count(*)::int AS n FROM ext_support.uploads WHERE owner_id = $1 AND message_id IS NULL',
);
const INSERT = sql(
  'support_upload_insert',
  `INSERT INTO ext_support.uploads (owner_id, desk_owner_id, file_key, name, size, content_type)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
);
const FREE = sql(
  'support_uploads_free',
  `SELECT * FROM ext_support.uploads
   WHERE id = ANY ($1::uuid[]) AND owner_id = $2 AND desk_owner_id = $3 AND message_id IS NULL
   ORDER BY id FOR NO KEY UPDATE`,
);
const GIVE = sql('support_uploads_give', 'UPDATE ext_support.uploads SET message_id = $2 WHERE id = ANY ($1::uuid[])');
const OF_MESSAGES = sql(
  'support_uploads_of_messages',
  'SELECT * FROM ext_support.uploads WHERE message_id = ANY ($1::uuid[]) ORDER BY created_at, id',
);
const DROP = sql(
  'support_uploads_drop',
  `DELETE FROM ext_support.uploads WHERE id = ANY (ARRAY(
     SELECT id FROM ext_support.uploads WHERE message_id IS NULL AND created_at < now() - interval '24 hours'
     ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING file_key`,
);

export type NewUpload = Omit<Upload, 'id' | 'message_id' | 'created_at'>;

@AppProvider()
export class UploadRepository extends BaseRepository {
  /** Those that wait to be used; nobody adds another meanwhile. */
  async lockPending(userId: string): Promise<number> {
    await this.rows(LOCK_USER, userId);
    return (await this.one<{ n: number }>(PENDING, userId))?.n ?? 0;
  }

  async insert(upload: NewUpload): Promise<Upload> {
    const { owner_id, desk_owner_id, file_key, name, size, content_type } = upload;
    const values = [owner_id, desk_owner_id, file_key, name, size, content_type];
    return (await this.one<Upload>(INSERT, ...values)) as Upload;
  }

  /** Those of somebody for a desk that no message has, locked. */
  lockFree(ids: string[], userId: string, deskOwnerId: string): Promise<Upload[]> {
    return this.rows<Upload>(FREE, ids, userId, deskOwnerId);
  }

  async give(ids: string[], messageId: string): Promise<void> {
    await this.count(GIVE, ids, messageId);
  }

  ofMessages(ids: string[]): Promise<Upload[]> {
    return ids.length ? this.rows<Upload>(OF_MESSAGES, ids) : Promise.resolve([]);
  }

  /** Those that nobody has used for a day, at most so many: the files that they were. */
  async drop(limit: number): Promise<string[]> {
    return (await this.rows<{ file_key: string }>(DROP, limit)).map(({ file_key }) => file_key);
  }
}
