import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { type Post, PostLike } from './post.entity.js';

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
export class LikeRepository extends EntityRepository<PostLike> {
  protected readonly entity = PostLike;

  async countOfDay(userId: string): Promise<number> {
    return (await this.onlyOne<{ n: number }>(OF_DAY, userId)).n;
  }

  /** True if the author is to be notified of a like: once a day. */
  async claimNotice(postId: string): Promise<boolean> {
    return (await this.count(NOTICE, postId)) > 0;
  }

  /** Returns the new count of the post. */
  async addToCounts({ id, topic_id }: Post, by: number): Promise<number> {
    await this.count(TOPIC, topic_id, by);
    return (await this.onlyOne<{ like_count: number }>(POST, id, by)).like_count;
  }
}
