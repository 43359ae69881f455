import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Post } from '../entities/post.entity.js';

const ADD = sql(
  'forums_like',
  `INSERT INTO ext_forums.likes (post_id, topic_id, forum_id, user_id) VALUES ($1, $2, $3, $4)
   ON CONFLICT (post_id, user_id) DO NOTHING`,
);
const REMOVE = sql('forums_unlike', 'DELETE FROM ext_forums.likes WHERE post_id = $1 AND user_id = $2');
const HAS = sql('forums_liked', 'SELECT FROM ext_forums.likes WHERE post_id = $1 AND user_id = $2');
const OF_DAY = sql(
  'forums_likes_of_day',
  `SELECT count(*)::int AS n FROM ext_forums.likes WHERE user_id = $1 AND created_at > now() - interval '1 day'`,
);
const NOTICE = sql(
  'forums_like_notice',
  `UPDATE ext_forums.posts SET like_notice_at = now()
   WHERE id = $1 AND (like_notice_at IS NULL OR like_notice_at < now() - interval '1 day')`,
);
const TOPIC = sql('forums_topic_liked', 'UPDATE ext_forums.topics SET like_count = like_count + $2 WHERE id = $1');
const POST = sql(
  'forums_post_liked',
  'UPDATE ext_forums.posts SET like_count = like_count + $2 WHERE id = $1 RETURNING like_count',
);

@AppProvider()
export class LikeRepository extends BaseRepository {
  async has(postId: string, userId: string): Promise<boolean> {
    return (await this.rows(HAS, postId, userId)).length > 0;
  }

  async add({ id, topic_id, forum_id }: Post, userId: string): Promise<void> {
    await this.count(ADD, id, topic_id, forum_id, userId);
  }

  /** Tells whether there was one. */
  async remove(postId: string, userId: string): Promise<boolean> {
    return (await this.count(REMOVE, postId, userId)) > 0;
  }

  async countOfDay(userId: string): Promise<number> {
    return (await this.one<{ n: number }>(OF_DAY, userId))?.n ?? 0;
  }

  /** Whether its author is to hear of it: once a day. */
  async mayTell(postId: string): Promise<boolean> {
    return (await this.count(NOTICE, postId)) > 0;
  }

  /** So many it has then. */
  async move({ id, topic_id }: Post, by: number): Promise<number> {
    await this.count(TOPIC, topic_id, by);
    return (await this.one<{ like_count: number }>(POST, id, by))?.like_count ?? 0;
  }
}
