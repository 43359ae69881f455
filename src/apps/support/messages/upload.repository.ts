import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { dropUnusedSql } from '../../kernel/files/drop-uploads.job.js';
import { Upload } from '../entities/ticket.entity.js';

const LOCK_USER = sql('support_lock_user', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const DROP = sql('support_uploads_drop', dropUnusedSql('ext_support.uploads', 'f.message_id IS NULL', 'file_key'));

@AppProvider()
export class UploadRepository extends EntityRepository<Upload> {
  protected readonly entity = Upload;

  /** How many wait to be used. The user is locked, so that the limit holds. */
  async lockPending(owner_id: string): Promise<number> {
    await this.rows(LOCK_USER, owner_id);
    return this.countWhere({ owner_id, message_id: null });
  }

  /** Those of a user for a desk that no message has, locked. */
  lockFree(ids: string[], owner_id: string, desk_owner_id: string): Promise<Upload[]> {
    const where = { id: In(ids), owner_id, desk_owner_id, message_id: null };
    return this.find(where, { order: { id: 'ASC' }, lock: 'no key update' });
  }

  async give(ids: string[], message_id: string): Promise<void> {
    await this.update({ id: In(ids) }, { message_id });
  }

  async ofMessages(ids: string[]): Promise<Upload[]> {
    return ids.length ? this.find({ message_id: In(ids) }, { order: { created_at: 'ASC', id: 'ASC' } }) : [];
  }

  async dropUnused(limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(DROP, limit)).map(({ id }) => id);
  }
}
