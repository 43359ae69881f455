import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Topic } from './topic.entity.js';
import type { TopicView } from '../posts/post.views.js';
import { person } from '../forums.sql.js';

/** A topic with so many posts is closed. */
const MOST_POSTS = 10_000;

// A reply that waits for approval takes a number, but is not counted.
const COUNT_REPLY = sql(
  'forums_topic_replied',
  `UPDATE ext_forums.topics SET last_number = last_number + 1, updated_at = now(),
     post_count = post_count + CASE WHEN $3::boolean THEN 1 ELSE 0 END,
     bumped_at = CASE WHEN $3 THEN greatest(bumped_at, now()) ELSE bumped_at END,
     last_post_user_id = CASE WHEN $3 THEN $2::uuid ELSE last_post_user_id END,
     status = CASE WHEN last_number + 1 >= ${MOST_POSTS} THEN 'closed' ELSE status END,
     closed_reason = CASE WHEN last_number + 1 >= ${MOST_POSTS} THEN 'full' ELSE closed_reason END
   WHERE id = $1 RETURNING *`,
);
const HAS_OTHERS = sql(
  'forums_topic_has_others',
  `SELECT FROM ext_forums.posts p JOIN ext_forums.topics t ON t.id = p.topic_id
   WHERE p.topic_id = $1 AND p.owner_id <> t.owner_id AND p.status <> 'deleted' LIMIT 1`,
);
const VIEWS = sql(
  'forums_topic_views',
  `SELECT t.id, t.forum_id, t.category_id, t.owner_id, t.title, t.tags, t.status, t.pinned, t.slow_mode_seconds,
     t.solution_post_id, t.solution_post_id IS NOT NULL AS solved, t.last_number, t.post_count, t.like_count,
     t.view_count, t.bumped_at, t.closed_reason, t.created_at, t.updated_at,
     ${person('t.owner_id')} AS author, ${person('t.last_post_user_id')} AS last_poster, k.level,
     CASE WHEN k.level IN ('watching', 'tracking') THEN greatest(t.last_number - k.last_read, 0) END AS unread
   FROM unnest($1::uuid[]) WITH ORDINALITY asked (id, at) JOIN ext_forums.topics t ON t.id = asked.id
   LEFT JOIN ext_forums.tracking k ON k.user_id = $2::uuid AND k.topic_id = t.id
   ORDER BY asked.at`,
);
const RECORD_VIEW = sql(
  'forums_topic_seen',
  `INSERT INTO ext_forums.topic_views (topic_id, viewer, hour) VALUES ($1, $2, date_trunc('hour', now(), 'UTC'))
   ON CONFLICT DO NOTHING`,
);
// Locks the topics in the order of their ids first, as every change of several topics does.
const COUNT_VIEWS = sql(
  'forums_topic_views_count',
  `WITH waiting AS MATERIALIZED (
     SELECT topic_id, viewer, hour FROM ext_forums.topic_views
     WHERE NOT counted ORDER BY created_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
   ), topics AS MATERIALIZED (
     SELECT id FROM ext_forums.topics WHERE id IN (SELECT topic_id FROM waiting) ORDER BY id FOR NO KEY UPDATE
   ), counted AS (
     UPDATE ext_forums.topic_views v SET counted = true FROM waiting w
     WHERE v.topic_id = w.topic_id AND v.viewer = w.viewer AND v.hour = w.hour
   )
   UPDATE ext_forums.topics t SET view_count = t.view_count + of.seen
   FROM (SELECT topic_id, count(*)::int AS seen FROM waiting JOIN topics ON topics.id = topic_id GROUP BY topic_id) of
   WHERE t.id = of.topic_id`,
);
const PURGE_VIEWS = sql(
  'forums_topic_views_forget',
  `DELETE FROM ext_forums.topic_views WHERE counted AND hour < now() - interval '2 hours'`,
);
const CLOSE = sql(
  'forums_topics_close',
  `UPDATE ext_forums.topics SET status = 'closed', closed_reason = 'inactivity', updated_at = now()
   WHERE id = ANY (ARRAY(
     SELECT t.id FROM ext_forums.categories c JOIN ext_forums.topics t ON t.category_id = c.id
     WHERE c.auto_close_days IS NOT NULL AND t.status = 'open'
       AND t.bumped_at < now() - make_interval(days => c.auto_close_days)
     ORDER BY t.id LIMIT $1 FOR NO KEY UPDATE OF t SKIP LOCKED))`,
);

@AppProvider()
export class TopicRepository extends EntityRepository<Topic> {
  protected readonly entity = Topic;

  async change(id: string, values: Values<Topic>): Promise<Topic> {
    return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as Topic;
  }

  /** Assigns the next number to a reply. The caller has locked the topic, so the number belongs to this reply. */
  countReply(id: string, userId: string, isVisible: boolean): Promise<Topic> {
    return this.onlyOne(COUNT_REPLY, id, userId, isVisible);
  }

  /** True if somebody other than the author has written in the topic. */
  async hasOtherAuthors(id: string): Promise<boolean> {
    return (await this.rows(HAS_OTHERS, id)).length > 0;
  }

  /** In the order of the ids, as the user sees them. */
  loadViews(ids: string[], userId: string | null): Promise<TopicView[]> {
    return ids.length ? this.rows<TopicView>(VIEWS, ids, userId) : Promise.resolve([]);
  }

  async loadView(id: string, userId: string): Promise<TopicView> {
    return (await this.loadViews([id], userId))[0] as TopicView;
  }

  /** A viewer counts once an hour. */
  async recordView(topicId: string, viewer: string): Promise<void> {
    await this.count(RECORD_VIEW, topicId, viewer);
  }

  /** Returns the number of topics whose count has changed. */
  countViewsBatch(limit: number): Promise<number> {
    return this.count(COUNT_VIEWS, limit);
  }

  async purgeViews(): Promise<void> {
    await this.count(PURGE_VIEWS);
  }

  /** Closes topics in which nobody has written for as long as their category allows. Returns how many. */
  closeBatch(limit: number): Promise<number> {
    return this.count(CLOSE, limit);
  }
}
