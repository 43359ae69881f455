import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { figures } from '../../../web-events/days/figures.sql.js';
import { reorderSql } from '../../kernel/rows/ordered.js';
import { Block } from '../entities/block.entity.js';
import { LAST_DAYS } from '../pages/page.repository.js';
import { BY_BLOCK, EVENTS } from '../stats/page-events.js';
import { LIVE } from './block.sql.js';

const PRESENT = `SELECT b.*, ${LIVE} AS live FROM ext_biolinks.blocks b
  WHERE b.page_id = $1 AND b.removed_at IS NULL ORDER BY b.position, b.id`;
const OF_PAGE = sql('biolinks_blocks', PRESENT);
const COUNTED = sql(
  'biolinks_counted_blocks',
  `SELECT b.*, coalesce(c.clicks, 0) AS clicks FROM (${PRESENT}) b LEFT JOIN (
     SELECT f.block_id, sum(f.clicks)::int AS clicks
     FROM (${figures(EVENTS, BY_BLOCK, { which: (of) => `${of}.page_id = $1`, ...LAST_DAYS })}) f GROUP BY f.block_id
   ) c ON c.block_id = b.id ORDER BY b.position, b.id`,
);
const REORDER = sql('biolinks_reorder', reorderSql('ext_biolinks.blocks', 'page_id'));

export type BlockRow = Block & { live: boolean };
export type CountedRow = BlockRow & { clicks: number };

@AppProvider()
export class BlockRepository extends EntityRepository<Block> {
  protected readonly entity = Block;

  /** In their order, without those that were removed. */
  ofPage(pageId: string): Promise<BlockRow[]> {
    return this.rows<BlockRow>(OF_PAGE, pageId);
  }

  counted(pageId: string): Promise<CountedRow[]> {
    return this.rows<CountedRow>(COUNTED, pageId);
  }

  async reorder(pageId: string, ids: string[]): Promise<void> {
    await this.count(REORDER, pageId, ids);
  }
}
