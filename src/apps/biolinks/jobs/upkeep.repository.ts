import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Block } from '../entities/block.entity.js';

const AFTER = sql(
  'biolinks_blocks_after',
  `SELECT id, page_id, url, data, is_visible AND removed_at IS NULL AS is_shown
   FROM ext_biolinks.blocks WHERE id > $1 ORDER BY id LIMIT $2`,
);
// Pages before their blocks, as every change of blocks locks them.
const HIDE = sql(
  'biolinks_hide_blocks',
  `WITH held AS (
     SELECT id FROM ext_biolinks.pages
     WHERE id IN (SELECT page_id FROM ext_biolinks.blocks WHERE id = ANY ($1::uuid[])) ORDER BY id FOR NO KEY UPDATE
   ), hidden AS (
     UPDATE ext_biolinks.blocks b SET is_visible = false, updated_at = now()
     FROM held WHERE b.page_id = held.id AND b.id = ANY ($1::uuid[]) AND b.is_visible AND b.removed_at IS NULL
     RETURNING b.page_id
   )
   UPDATE ext_biolinks.pages p SET version = version + 1, updated_at = now()
   WHERE p.id IN (SELECT page_id FROM hidden)`,
);
const FORGET_HANDLES = sql(
  'biolinks_forget_handles',
  `DELETE FROM ext_biolinks.page_handles WHERE id IN (
     SELECT id FROM ext_biolinks.page_handles WHERE released_at <= now() - interval '90 days' LIMIT $1)`,
);

export type KeptBlock = Pick<Block, 'id' | 'page_id' | 'url' | 'data'> & { is_shown: boolean };

@AppProvider()
export class UpkeepRepository extends BaseRepository {
  /** So many of all blocks, in the order of their ids. */
  after(id: string, limit: number): Promise<KeptBlock[]> {
    return this.rows<KeptBlock>(AFTER, id, limit);
  }

  async hide(ids: string[]): Promise<void> {
    await this.count(HIDE, ids);
  }

  /** Returns the number of deleted rows. */
  forgetHandles(limit: number): Promise<number> {
    return this.count(FORGET_HANDLES, limit);
  }
}
