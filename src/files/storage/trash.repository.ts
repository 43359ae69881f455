import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';

// In milliseconds, as what is stored: that may be rounded up, and would not be due for half a millisecond yet.
const NOW = 'now()::timestamptz(3)';

// Longer than any write takes.
const EXPECT = sql(
  'trash_expect',
  `INSERT INTO files.trash (path, due_at) VALUES ($1, now() + interval '1 hour')`,
);
const CLAIM = sql('trash_claim', `DELETE FROM files.trash WHERE path = $1 AND due_at > ${NOW}`);
const HURRY = sql('trash_hurry', 'UPDATE files.trash SET due_at = now() WHERE path = $1');
const DUE = sql('trash_due', `SELECT path FROM files.trash WHERE due_at <= ${NOW} ORDER BY due_at LIMIT $1`);
const FORGET = sql('trash_forget', 'DELETE FROM files.trash WHERE path = ANY($1::text[])');
const POSTPONE = sql(
  'trash_postpone',
  `UPDATE files.trash SET due_at = now() + interval '5 minutes' WHERE path = ANY($1::text[])`,
);

/**
 * Bytes that no row owns. A path stands here before its bytes are written, and leaves in the transaction that gives
 * them a row: so a process may die at any point between, and nothing stays behind.
 */
@Injectable()
export class TrashRepository extends Repository {
  async expect(path: string): Promise<void> {
    await this.count(EXPECT, path);
  }

  /** False: it took so long that the bytes may be gone already. */
  async claim(path: string): Promise<boolean> {
    return (await this.count(CLAIM, path)) > 0;
  }

  /** They will not get a row. */
  async hurry(path: string): Promise<void> {
    await this.count(HURRY, path);
  }

  async due(limit: number): Promise<string[]> {
    return (await this.rows<{ path: string }>(DUE, limit)).map(({ path }) => path);
  }

  async forget(paths: string[]): Promise<void> {
    await this.count(FORGET, paths);
  }

  async postpone(paths: string[]): Promise<void> {
    await this.count(POSTPONE, paths);
  }
}
