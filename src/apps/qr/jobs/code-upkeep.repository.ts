import { BaseRepository } from '../../../platform/database/base.repository.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Code } from '../entities/code.entity.js';

const AFTER = sql(
  'qr_after',
  `SELECT id, mode, status, kind, content, link_id, fallback_url, version
   FROM ext_qr.codes WHERE id > $1 ORDER BY id LIMIT $2`,
);
const PAUSE = sql(
  'qr_pause',
  `WITH held AS (
     SELECT c.id FROM ext_qr.codes c JOIN unnest($1::uuid[], $2::int[]) n (id, version) USING (id, version)
     WHERE c.status IN ('active', 'archived') ORDER BY c.id FOR NO KEY UPDATE OF c
   )
   UPDATE ext_qr.codes c SET status = 'paused', updated_at = now() FROM held WHERE c.id = held.id`,
);
const ENDED = sql(
  'qr_ended',
  `SELECT id, owner_id FROM ext_qr.codes
   WHERE status = 'deleted' AND updated_at < now() - interval '30 days'
   ORDER BY updated_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
);
const PURGE = sql('qr_purge', 'DELETE FROM ext_qr.codes WHERE id = $1');

export type KeptCode = Pick<
  Code,
  'id' | 'mode' | 'status' | 'kind' | 'content' | 'link_id' | 'fallback_url' | 'version'
>;

@AppProvider()
export class CodeUpkeepRepository extends BaseRepository {
  /** So many of all codes, in the order of their ids. */
  after(id: string, limit: number): Promise<KeptCode[]> {
    return this.rows<KeptCode>(AFTER, id, limit);
  }

  /** Those that are as they were read. */
  async pause(codes: KeptCode[]): Promise<void> {
    if (codes.length) await this.count(PAUSE, ...columnsOf(codes, 'id', 'version'));
  }

  /** Codes that were deleted so long ago that they cannot be brought back; locked. */
  ended(limit: number): Promise<Pick<Code, 'id' | 'owner_id'>[]> {
    return this.rows<Pick<Code, 'id' | 'owner_id'>>(ENDED, limit);
  }

  /** Its figures and targets go with it; its key is retired. */
  async purge(id: string): Promise<void> {
    await this.count(PURGE, id);
  }
}
