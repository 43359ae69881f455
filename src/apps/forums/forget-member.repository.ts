import { AppProvider } from '../kernel/app-provider.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { IS_IN } from './people/member.repository.js';

const MINE = '(SELECT post_id FROM ext_forums.likes WHERE user_id = $1)';
const LOCK = sql(
  'forums_forget_lock',
  `SELECT id FROM ext_forums.topics WHERE id IN (SELECT topic_id FROM ext_forums.likes WHERE user_id = $1)
   ORDER BY id FOR NO KEY UPDATE`,
);
const TOPICS = sql(
  'forums_forget_topics',
  `UPDATE ext_forums.topics t SET like_count = t.like_count - of.n
   FROM (SELECT topic_id, count(*)::int AS n FROM ext_forums.likes WHERE user_id = $1 GROUP BY topic_id) of
   WHERE t.id = of.topic_id`,
);
const POSTS = sql('forums_forget_posts', `UPDATE ext_forums.posts SET like_count = like_count - 1 WHERE id IN ${MINE}`);
const MEMBERS = sql(
  'forums_forget_members',
  `UPDATE ext_forums.members m SET like_received = m.like_received - of.n
   FROM (SELECT forum_id, owner_id, count(*)::int AS n FROM ext_forums.posts WHERE id IN ${MINE}
     GROUP BY forum_id, owner_id) of
   WHERE m.forum_id = of.forum_id AND m.user_id = of.owner_id`,
);
const FORUMS = sql(
  'forums_forget_forums',
  `UPDATE ext_forums.forums SET member_count = member_count - 1
   WHERE id IN (SELECT m.forum_id FROM ext_forums.members m WHERE m.user_id = $1 AND ${IS_IN('m')})`,
);

@AppProvider()
export class ForgetMemberRepository extends BaseRepository {
  /** Counters of others that include the member; the member's own rows are deleted by cascade. */
  async forget(userId: string): Promise<void> {
    await this.rows(LOCK, userId);
    for (const statement of [TOPICS, POSTS, MEMBERS, FORUMS]) await this.count(statement, userId);
  }
}
