import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Topic } from '../topics/topic.entity.js';

const RECENT = (p: string) =>
  `${p}.forum_id = $1 AND ${p}.owner_id = $2 AND ${p}.created_at > now() - interval '7 days' AND ${p}.status <> 'deleted'`;
const TOPICS = sql(
  'forums_clean_up_topics',
  `SELECT DISTINCT topic_id AS id FROM ext_forums.posts p WHERE ${RECENT('p')}`,
);
const LOCK_TOPICS = sql(
  'forums_topics_lock',
  'SELECT * FROM ext_forums.topics WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
);
const POSTS = sql(
  'forums_clean_up_posts',
  `WITH gone AS (
     SELECT p.id, p.topic_id, p.number, p.status FROM ext_forums.posts p WHERE ${RECENT('p')} AND p.topic_id = ANY ($4::uuid[])
   ), deleted AS (
     UPDATE ext_forums.posts p SET status = 'deleted', deleted_by = $3, deleted_at = now(), updated_at = now()
     FROM gone WHERE p.id = gone.id
   )
   UPDATE ext_forums.topics t SET updated_at = now(), post_count = t.post_count - of.seen,
     status = CASE WHEN of.has_first THEN 'deleted' ELSE t.status END,
     solution_post_id = CASE WHEN t.solution_post_id = ANY (of.ids) THEN NULL ELSE t.solution_post_id END
   FROM (
     SELECT topic_id, array_agg(id) AS ids, bool_or(number = 1) AS has_first,
       count(*) FILTER (WHERE status = 'visible')::int AS seen
     FROM gone GROUP BY topic_id
   ) of WHERE t.id = of.topic_id RETURNING t.*, of.seen`,
);

/** Deletes what a member has written in a forum in the last seven days. */
@AppProvider()
export class CleanUpRepository extends BaseRepository {
  async lockTopics(forumId: string, userId: string): Promise<Topic[]> {
    const ids = (await this.rows<Pick<Topic, 'id'>>(TOPICS, forumId, userId)).map(({ id }) => id);
    return ids.length ? this.rows(LOCK_TOPICS, ids) : [];
  }

  /** The topics have to be locked. Returns them after the change; `seen`: how many visible posts each has lost. */
  deletePosts(forumId: string, userId: string, by: string, topicIds: string[]): Promise<(Topic & { seen: number })[]> {
    return this.rows(POSTS, forumId, userId, by, topicIds);
  }
}
