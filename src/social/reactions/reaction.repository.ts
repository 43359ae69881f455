import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { blocked } from '../blocks/blocked.sql.js';
import { postIsVisible } from '../posts/post.sql.js';

// One statement, from the post that the caller may see to the reaction that he has on it from now on.
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
const REMOVE = sql('reaction_remove', 'DELETE FROM social.reactions WHERE post_id = $1 AND user_id = $2');
const DELETE_ALL_OF = sql(
  'reactions_delete_all_of_user',
  'DELETE FROM social.reactions WHERE user_id = $1 RETURNING post_id',
);
const FOR_EXPORT = sql(
  'reactions_for_export',
  'SELECT post_id, type, created_at FROM social.reactions WHERE user_id = $1 ORDER BY created_at, post_id',
);

export interface Reacted {
  author_id: string;
  is_new: boolean;
  /** He had not this reaction before. */
  changed: boolean;
}

@Injectable()
export class ReactionRepository extends Repository {
  /** Undefined where the caller may not. */
  react(postId: string, userId: string, type: string, isStaff: boolean): Promise<Reacted | undefined> {
    return this.one<Reacted & object>(REACT, postId, userId, type, isStaff);
  }

  async remove(postId: string, userId: string): Promise<boolean> {
    return (await this.count(REMOVE, postId, userId)) > 0;
  }

  /** From these posts. */
  async deleteAllOf(userId: string): Promise<string[]> {
    return (await this.rows<{ post_id: string }>(DELETE_ALL_OF, userId)).map(({ post_id }) => post_id);
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }
}
