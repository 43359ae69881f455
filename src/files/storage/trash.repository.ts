import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';

// The column has milliseconds and may be rounded up; with microseconds a new row would not be due for half a
// millisecond.
const NOW = 'now()::timestamptz(3)';

// The hour is longer than any write takes.
const EXPECT = sql('trash_expect', `INSERT INTO files.trash (path, due_at) VALUES ($1, now() + interval '1 hour')`);
const CLAIM = sql('trash_claim', `DELETE FROM files.trash WHERE path = $1 AND due_at > ${NOW}`);
const HURRY = sql('trash_hurry', 'UPDATE files.trash SET due_at = now() WHERE path = $1');
const DUE = sql('trash_due', `SELECT path FROM files.trash WHERE due_at <= ${NOW} ORDER BY due_at LIMIT $1`);
const FORGET = sql('trash_forget', 'DELETE FROM files.trash WHERE path = ANY($1::text[])');
const POSTPONE = sql(
  'trash_postpone',
  `UPDATE files.trash SET due_at = now() + interval '5 minutes' WHERE path = ANY($1::text[])`,
);

/**
 * Stored bytes without a file row. A path is entered before its bytes are written, and deleted in the
 * transaction that inserts the row. So a process may die at any point and no bytes are left behind.
 */
@Injectable()
export class TrashRepository extends BaseRepository {
  async insertPending(path: string): Promise<void> {
    await this.count(EXPECT, path);
  }

  /** False: the write took so long that the bytes may already be removed. */
  async deletePending(path: string): Promise<boolean> {
    return (await this.count(CLAIM, path)) > 0;
  }

  /** Makes the path due at once, because it will not get a row. */
  async makeDue(path: string): Promise<void> {
    await this.count(HURRY, path);
  }

  async listDue(limit: number): Promise<string[]> {
    return (await this.rows<{ path: string }>(DUE, limit)).map(({ path }) => path);
  }

  async deletePaths(paths: string[]): Promise<void> {
    await this.count(FORGET, paths);
  }

  async postpone(paths: string[]): Promise<void> {
    await this.count(POSTPONE, paths);
  }
}
