import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { Trash } from '../stored/file.entity.js';

// The column has milliseconds and may be rounded up; with microseconds a new row would not be due for half a
// millisecond.
const NOW = 'now()::timestamptz(3)';

const CLAIM = sql('trash_claim', `DELETE FROM files.trash WHERE path = $1 AND due_at > ${NOW}`);
const DUE = sql('trash_due', `SELECT path FROM files.trash WHERE due_at <= ${NOW} ORDER BY due_at LIMIT $1`);
/** Longer than any write takes. */
const PENDING_MS = 60 * 60_000;
const RETRY_MS = 5 * 60_000;

/**
 * Stored bytes without a file row. A path is entered before its bytes are written, and deleted in the
 * transaction that inserts the row. So a process may die at any point and no bytes are left behind.
 */
@Injectable()
export class TrashRepository extends EntityRepository<Trash> {
  protected readonly entity = Trash;

  async insertPending(path: string): Promise<void> {
    await this.insert({ path, due_at: new Date(Date.now() + PENDING_MS) });
  }

  /** False: the write took so long that the bytes may already be removed. */
  async deletePending(path: string): Promise<boolean> {
    return (await this.count(CLAIM, path)) > 0;
  }

  async listDue(limit: number): Promise<string[]> {
    return (await this.rows<{ path: string }>(DUE, limit)).map(({ path }) => path);
  }

  async deletePaths(paths: string[]): Promise<void> {
    await this.delete({ path: In(paths) });
  }

  async postpone(paths: string[]): Promise<void> {
    await this.update({ path: In(paths) }, { due_at: new Date(Date.now() + RETRY_MS) });
  }
}
