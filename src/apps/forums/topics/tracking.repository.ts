import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { type Level, Tracking } from './topic.entity.js';
import { IS_MEMBER } from '../forums.sql.js';

// Authors have read as far as they write. Muted and watched topics keep their state.
const WROTE = sql(
  'forums_tracking_wrote',
  `INSERT INTO ext_forums.tracking AS k (topic_id, user_id, level, last_read) VALUES ($1, $2, $3, $4)
   ON CONFLICT (user_id, topic_id) DO UPDATE SET updated_at = now(),
     last_read = greatest(k.last_read, excluded.last_read),
     level = CASE WHEN k.level IN ('watching', 'muted') OR excluded.level = 'normal' THEN k.level
       ELSE excluded.level END`,
);
const SET = sql(
  'forums_tracking_set',
  `INSERT INTO ext_forums.tracking AS k (topic_id, user_id, level, last_read)
   VALUES ($1, $2, coalesce($3, 'normal'), coalesce($4, 0))
   ON CONFLICT (user_id, topic_id) DO UPDATE SET updated_at = now(),
     level = coalesce($3, k.level), last_read = greatest(k.last_read, excluded.last_read)
   RETURNING topic_id, level, last_read, notified_number`,
);
/** Banned users are not notified, and of a closed forum only its members are. */
const MAY_HEAR = `coalesce(NOT m.banned, true) AND (f.visibility = 'public' OR m.id IS NOT NULL AND ${IS_MEMBER('m')})`;
const ANSWERED = sql(
  'forums_answered',
  `SELECT p.owner_id AS id FROM ext_forums.posts p JOIN ext_forums.forums f ON f.id = p.forum_id
   LEFT JOIN ext_forums.members m ON m.forum_id = f.id AND m.user_id = p.owner_id
   WHERE p.topic_id = $1 AND p.number = $2 AND ${MAY_HEAR} AND NOT EXISTS (SELECT FROM ext_forums.tracking k
     WHERE k.user_id = p.owner_id AND k.topic_id = p.topic_id AND k.level = 'muted')`,
);
// A watcher is notified again when they have read up to the last notified post.
const CLAIM_WATCHERS = sql(
  'forums_tracking_tell',
  `UPDATE ext_forums.tracking SET notified_number = $2 WHERE id = ANY (ARRAY(
     SELECT k.id FROM ext_forums.tracking k JOIN ext_forums.topics t ON t.id = k.topic_id
     JOIN ext_forums.forums f ON f.id = t.forum_id
     LEFT JOIN ext_forums.members m ON m.forum_id = f.id AND m.user_id = k.user_id
     WHERE k.topic_id = $1 AND k.level = 'watching' AND k.last_read >= k.notified_number
       AND k.notified_number < $2 AND k.last_read < $2 AND k.user_id <> ALL ($3::uuid[])
       AND ${MAY_HEAR}
     ORDER BY k.id LIMIT $4 FOR NO KEY UPDATE OF k))
   RETURNING user_id AS id`,
);
const UNREAD = sql(
  'forums_unread',
  `SELECT t.forum_id AS id, count(*)::int AS unread FROM ext_forums.tracking k
   JOIN ext_forums.topics t ON t.id = k.topic_id
   WHERE k.user_id = $1 AND t.forum_id = ANY ($2::uuid[]) AND k.level IN ('watching', 'tracking')
     AND k.last_read < t.last_number AND t.status IN ('open', 'closed')
   GROUP BY t.forum_id`,
);

@AppProvider()
export class TrackingRepository extends EntityRepository<Tracking> {
  protected readonly entity = Tracking;

  async trackAuthor(topicId: string, userId: string, level: Level, number: number): Promise<void> {
    await this.count(WROTE, topicId, userId, level, number);
  }

  setTracking(topicId: string, userId: string, level: Level | null, lastRead: number | null) {
    type Set = Pick<Tracking, 'topic_id' | 'level' | 'last_read' | 'notified_number'>;
    return this.onlyOne<Set>(SET, topicId, userId, level, lastRead);
  }

  /** The author of the post with this number; undefined where they do not want to be notified. */
  async findReplyRecipient(topicId: string, number: number): Promise<string | undefined> {
    return (await this.one<{ id: string }>(ANSWERED, topicId, number))?.id;
  }

  /** Marks the next watchers as notified of the post, and returns their ids. */
  async claimWatchers(topicId: string, number: number, but: string[], limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(CLAIM_WATCHERS, topicId, number, but, limit)).map(({ id }) => id);
  }

  /** Number of followed topics with new posts, by forum. */
  async countUnread(userId: string, forumIds: string[]): Promise<Map<string, number>> {
    const rows = await this.rows<{ id: string; unread: number }>(UNREAD, userId, forumIds);
    return new Map(rows.map(({ id, unread }) => [id, unread]));
  }
}
