import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { blocked } from '../blocks/blocked.sql.js';
import { postIsVisible } from '../common/post-visibility.sql.js';
import { Reaction } from '../posts/post.entity.js';

// One statement checks that the caller may react to the post, locks the post and stores the reaction.
const REACT = sql(
  'reaction_set',
  `INSERT INTO social.reactions (post_id, user_id, type)
   SELECT p.id, $2, $3 FROM social.posts p
   WHERE p.id = $1 AND ${postIsVisible('$2', '$4')}
     AND NOT ${blocked('p.user_id', '$2::uuid')} FOR KEY SHARE OF p
   ON CONFLICT (post_id, user_id) DO UPDATE SET type = excluded.type
   RETURNING (SELECT user_id FROM social.posts WHERE id = $1) AS author_id, xmax = 0 AS is_new,
     xmax = 0 OR type IS DISTINCT FROM (
       SELECT r.type FROM social.reactions r WHERE r.post_id = $1 AND r.user_id = $2) AS changed`,
);
const DELETE_ALL_OF = sql(
  'reactions_delete_all_of_user',
  'DELETE FROM social.reactions WHERE user_id = $1 RETURNING post_id',
);
export const REACTIONS_FOR_EXPORT = sql(
  'reactions_for_export',
  'SELECT post_id, type, created_at FROM social.reactions WHERE user_id = $1 ORDER BY created_at, post_id',
);

interface ReactionResult {
  author_id: string;
  /** False if the caller had another reaction before. */
  is_new: boolean;
  /** False if the caller had the same reaction before. */
  changed: boolean;
}

@Injectable()
export class ReactionRepository extends EntityRepository<Reaction> {
  protected readonly entity = Reaction;

  /** Undefined if the post does not exist, is hidden, or a block stands between the caller and the author. */
  set(postId: string, userId: string, type: string, isStaff: boolean): Promise<ReactionResult | undefined> {
    return this.one<ReactionResult>(REACT, postId, userId, type, isStaff);
  }

  /** Returns the posts that lost a reaction. */
  async deleteByUser(userId: string): Promise<string[]> {
    return (await this.rows<{ post_id: string }>(DELETE_ALL_OF, userId)).map(({ post_id }) => post_id);
  }
}
