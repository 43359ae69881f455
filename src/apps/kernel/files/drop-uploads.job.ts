import type { FilesService } from '../../../files/files.service.js';
import { BatchJob } from '../../../jobs/batch.job.js';

const BATCH = 500;

/** Deletes uploads that nobody has used for a day. An app provides the name, the time and its repository. */
export abstract class DropUploadsJob extends BatchJob {
  protected abstract readonly rows: { dropUnused(limit: number): Promise<string[]> };
  protected abstract readonly files: FilesService;

  protected async batch(): Promise<boolean> {
    const dropped = await this.rows.dropUnused(BATCH);
    await this.files.release(dropped);
    return dropped.length === BATCH;
  }
}

/** SQL that deletes at most $1 rows `f` that are unused and a day old, and returns their files. */
export const dropUnusedSql = (table: string, isUnused: string, file = 'file_id') =>
  `DELETE FROM ${table} WHERE id = ANY (ARRAY(
     SELECT f.id FROM ${table} f WHERE ${isUnused} AND f.created_at < now() - interval '24 hours'
     ORDER BY f.created_at LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING ${file} AS id`;

/** Nothing has arrived, or the file store has deleted it. */
export const HAS_NO_BYTES = 'NOT EXISTS (SELECT FROM files.files s WHERE s.id = f.file_id)';
