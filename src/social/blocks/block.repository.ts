import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { AUTHOR } from '../common/person.js';
import { Block } from './block.entity.js';
import { blocked } from './blocked.sql.js';
import type { BlockView } from './blocks.dto.js';

// Locks the pair and not the users' rows, so that followers of a popular account do not wait for each other.
const LOCK_PAIR = sql(
  'block_lock_pair',
  `SELECT pg_advisory_xact_lock(
     hashtextextended(least($1::uuid, $2::uuid)::text || greatest($1::uuid, $2::uuid)::text, 0))`,
);
const BETWEEN = sql('block_between', `SELECT ${blocked('$1::uuid', '$2::uuid')} AS blocked`);
const HIDDEN_FROM = sql(
  'block_hidden_from',
  `SELECT blocked_id AS id FROM social.blocks WHERE blocker_id = $1
   UNION SELECT blocker_id FROM social.blocks WHERE blocked_id = $1`,
);
const INSERT = sql(
  'block_insert',
  `WITH target AS (
     SELECT id FROM account.users WHERE id = $2 AND user_status = 'active' FOR KEY SHARE
   ), made AS (
     INSERT INTO social.blocks (blocker_id, blocked_id) SELECT $1::uuid, id FROM target
     ON CONFLICT (blocker_id, blocked_id) DO NOTHING RETURNING blocked_id
   ) SELECT EXISTS (SELECT FROM made) AS made FROM target`,
);
const OF_USER = sql(
  'blocks_of_user',
  `SELECT ${AUTHOR} AS "user", b.created_at FROM social.blocks b JOIN account.users u ON u.id = b.blocked_id
   WHERE b.blocker_id = $1 AND (b.created_at, b.blocked_id) < ($2, $3::uuid)
   ORDER BY b.created_at DESC, b.blocked_id DESC LIMIT $4`,
);
export const BLOCKS_FOR_EXPORT = sql(
  'blocks_for_export',
  'SELECT blocked_id, created_at FROM social.blocks WHERE blocker_id = $1 ORDER BY created_at, blocked_id',
);

const PAGE = new Keyset({ name: 'blocks', defaultLimit: 20, maxLimit: 100 });

@Injectable()
export class BlockRepository extends EntityRepository<Block> {
  protected readonly entity = Block;

  /** True if one of the two has blocked the other. */
  async existsBetween(one: string, other: string): Promise<boolean> {
    return (await this.one<{ blocked: boolean }>(BETWEEN, one, other))?.blocked ?? false;
  }

  /** Everybody who blocked the user or is blocked by them. */
  async listHiddenFrom(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(HIDDEN_FROM, userId)).map(({ id }) => id);
  }

  /** Until the transaction ends, no other transaction changes a follow or a block between the two. */
  async lockPair(one: string, other: string): Promise<void> {
    await this.rows(LOCK_PAIR, one, other);
  }

  /** False if the block exists already; undefined if there is no active user with this id. */
  async write(blockerId: string, blockedId: string): Promise<boolean | undefined> {
    return (await this.one<{ made: boolean }>(INSERT, blockerId, blockedId))?.made;
  }

  async listByBlocker(userId: string, query: PageQuery) {
    const slice = PAGE.read(query);
    const rows = await this.rows<BlockView>(OF_USER, userId, ...newestFirst(slice));
    return PAGE.cut(rows, slice, ({ created_at, user }) => [created_at, user.id]);
  }
}
