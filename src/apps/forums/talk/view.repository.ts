import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';

const SEEN = sql(
  'forums_topic_seen',
  `INSERT INTO ext_forums.topic_views (topic_id, viewer, hour) VALUES ($1, $2, date_trunc('hour', now(), 'UTC'))
   ON CONFLICT DO NOTHING`,
);
// Locks the topics in the order of their ids first, as every change of several topics does.
const COUNT = sql(
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
const FORGET = sql(
  'forums_topic_views_forget',
  `DELETE FROM ext_forums.topic_views WHERE counted AND hour < now() - interval '2 hours'`,
);

/** Who has looked at a topic counts once in an hour. */
@AppProvider()
export class ViewRepository extends BaseRepository {
  async seen(topicId: string, viewer: string): Promise<void> {
    await this.count(SEEN, topicId, viewer);
  }

  /** How many topics have got more. */
  countSome(limit: number): Promise<number> {
    return this.count(COUNT, limit);
  }

  async forget(): Promise<void> {
    await this.count(FORGET);
  }
}
