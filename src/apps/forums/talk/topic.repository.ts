import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Topic } from '../entities/topic.entity.js';
import type { TopicView } from '../forums.views.js';
import { person } from '../people/authors.js';

/** Then it is closed by itself. */
export const MOST_POSTS = 10_000;

const INSERT = sql(
  'forums_topic_insert',
  `INSERT INTO ext_forums.topics (forum_id, category_id, owner_id, last_post_user_id, title, tags, status, post_count)
   VALUES ($1, $2, $3, $3, $4, $5, $6, $7) RETURNING *`,
);
// A post that waits takes its number, and is not seen.
const REPLIED = sql(
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
const LOCK_ALL = sql(
  'forums_topics_lock',
  'SELECT * FROM ext_forums.topics WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
);

export type NewTopic = Pick<
  Topic,
  'forum_id' | 'category_id' | 'owner_id' | 'title' | 'tags' | 'status' | 'post_count'
>;

@AppProvider()
export class TopicRepository extends BaseRepository {
  async insert(topic: NewTopic): Promise<Topic> {
    const { forum_id, category_id, owner_id, title, tags, status, post_count } = topic;
    const values = [forum_id, category_id, owner_id, title, tags, status, post_count];
    return (await this.one<Topic>(INSERT, ...values)) as Topic;
  }

  /** Counts one post more. The caller has locked the topic, so the number belongs to this post. */
  async replied(id: string, userId: string, isVisible: boolean): Promise<Topic> {
    return (await this.one<Topic>(REPLIED, id, userId, isVisible)) as Topic;
  }

  async update(id: string, change: Partial<Topic>): Promise<Topic> {
    await this.table(Topic).update(id, { ...change, updated_at: new Date() });
    return this.table(Topic).findOneByOrFail({ id });
  }

  lockAll(ids: string[]): Promise<Topic[]> {
    return this.rows<Topic>(LOCK_ALL, ids);
  }

  /** Somebody else has written in it. */
  async hasOthers(id: string): Promise<boolean> {
    return (await this.rows(HAS_OTHERS, id)).length > 0;
  }

  /** In the order of the ids, as somebody sees them. */
  views(ids: string[], userId: string | null): Promise<TopicView[]> {
    return ids.length ? this.rows<TopicView>(VIEWS, ids, userId) : Promise.resolve([]);
  }

  async view(id: string, userId: string): Promise<TopicView> {
    return (await this.views([id], userId))[0] as TopicView;
  }
}
