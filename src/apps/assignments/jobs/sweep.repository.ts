import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';

const HAS_BYTES = 'EXISTS (SELECT FROM files.files b WHERE b.id = f.storage_key)';

const ARRIVED = sql(
  'assignments_files_arrived',
  `UPDATE ext_assignments.files f SET status = 'ready', updated_at = now()
   WHERE f.status = 'pending' AND f.expires_at < now() AND ${HAS_BYTES}`,
);
// An upload that began in time may still end.
const DROP = sql(
  'assignments_files_not_come',
  `DELETE FROM ext_assignments.files WHERE id = ANY (ARRAY(
     SELECT f.id FROM ext_assignments.files f
     WHERE f.status = 'pending' AND f.expires_at < now() - interval '24 hours' AND NOT ${HAS_BYTES}
     ORDER BY f.expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING storage_key`,
);
const LOST = sql(
  'assignments_files_lost',
  `UPDATE ext_assignments.files f SET status = 'lost', updated_at = now()
   WHERE f.status = 'ready' AND NOT ${HAS_BYTES}`,
);

@AppProvider()
export class SweepRepository extends BaseRepository {
  async arrived(): Promise<void> {
    await this.count(ARRIVED);
  }

  /** Returns the storage keys of the deleted files. */
  async drop(limit: number): Promise<string[]> {
    return (await this.rows<{ storage_key: string }>(DROP, limit)).map(({ storage_key }) => storage_key);
  }

  async lost(): Promise<void> {
    await this.count(LOST);
  }
}
