import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { IS_MEMBER } from '../forums.sql.js';
import { ForumMember } from '../forums/forum.entity.js';

// Returns no row for an existing member.
const JOIN = sql(
  'forums_member_join',
  `INSERT INTO ext_forums.members AS m (forum_id, user_id) VALUES ($1, $2)
   ON CONFLICT (forum_id, user_id) DO UPDATE SET left_at = NULL, updated_at = now()
     WHERE m.left_at IS NOT NULL AND NOT m.banned
   RETURNING *`,
);
const LEAVE = sql(
  'forums_member_leave',
  `UPDATE ext_forums.members m SET left_at = now(), role = 'member', updated_at = now()
   WHERE forum_id = $1 AND user_id = $2 AND ${IS_MEMBER('m')} RETURNING *`,
);
const STAFF = sql(
  'forums_staff',
  `SELECT u.id, u.username, CASE WHEN u.id = $2 THEN 'owner' ELSE 'moderator' END AS role
   FROM account.users u
   WHERE u.id = $2 OR u.id IN (SELECT m.user_id FROM ext_forums.members m
     WHERE m.forum_id = $1 AND m.role = 'moderator' AND ${IS_MEMBER('m')})
   ORDER BY role DESC, u.username, u.id`,
);
const SUSPENDED = sql(
  'forums_suspended',
  `SELECT m.user_id AS id, u.username, m.suspended_until, m.reason
   FROM ext_forums.members m JOIN account.users u ON u.id = m.user_id
   WHERE m.forum_id = $1 AND m.suspended_until > now() ORDER BY m.suspended_until, m.user_id LIMIT 100`,
);
const NAMED = sql(
  'forums_members_named',
  `SELECT u.id FROM account.users u JOIN ext_forums.members m ON m.user_id = u.id AND m.forum_id = $1
   WHERE u.username = ANY ($2::text[]) AND u.user_status = 'active' AND ${IS_MEMBER('m')} ORDER BY u.id`,
);
const PROMOTE = sql(
  'forums_members_promote',
  `UPDATE ext_forums.members SET trusted = true, updated_at = now() WHERE id = ANY (ARRAY(
     SELECT m.id FROM ext_forums.members m
     WHERE NOT m.trusted AND NOT m.trust_is_set AND m.post_count >= 5 AND m.like_received >= 2 AND ${IS_MEMBER('m')}
       AND m.joined_at <= now() - interval '3 days' AND NOT EXISTS (
         SELECT FROM ext_forums.posts p JOIN ext_forums.reviews r ON r.post_id = p.id
         WHERE p.forum_id = m.forum_id AND p.owner_id = m.user_id AND r.kind = 'flag' AND r.status = 'agreed'
           AND r.resolved_at > now() - interval '30 days')
     ORDER BY m.id LIMIT $1 FOR NO KEY UPDATE OF m SKIP LOCKED))`,
);
const LIKED = '(SELECT post_id FROM ext_forums.likes WHERE user_id = $1)';
const LOCK_LIKED = sql(
  'forums_forget_lock',
  `SELECT id FROM ext_forums.topics WHERE id IN (SELECT topic_id FROM ext_forums.likes WHERE user_id = $1)
   ORDER BY id FOR NO KEY UPDATE`,
);
const UNCOUNT_TOPICS = sql(
  'forums_forget_topics',
  `UPDATE ext_forums.topics t SET like_count = t.like_count - of.n
   FROM (SELECT topic_id, count(*)::int AS n FROM ext_forums.likes WHERE user_id = $1 GROUP BY topic_id) of
   WHERE t.id = of.topic_id`,
);
const UNCOUNT_POSTS = sql(
  'forums_forget_posts',
  `UPDATE ext_forums.posts SET like_count = like_count - 1 WHERE id IN ${LIKED}`,
);
const UNCOUNT_AUTHORS = sql(
  'forums_forget_members',
  `UPDATE ext_forums.members m SET like_received = m.like_received - of.n
   FROM (SELECT forum_id, owner_id, count(*)::int AS n FROM ext_forums.posts WHERE id IN ${LIKED}
     GROUP BY forum_id, owner_id) of
   WHERE m.forum_id = of.forum_id AND m.user_id = of.owner_id`,
);
const UNCOUNT_MEMBER = sql(
  'forums_forget_forums',
  `UPDATE ext_forums.forums SET member_count = member_count - 1
   WHERE id IN (SELECT m.forum_id FROM ext_forums.members m WHERE m.user_id = $1 AND ${IS_MEMBER('m')})`,
);

interface Staff {
  id: string;
  username: string | null;
  role: string;
}
interface Suspended {
  id: string;
  username: string | null;
  suspended_until: Date;
  reason: string | null;
}

@AppProvider()
export class MemberRepository extends EntityRepository<ForumMember> {
  protected readonly entity = ForumMember;

  /** Undefined if the user is a member already, or is banned. */
  join(forumId: string, userId: string): Promise<ForumMember | undefined> {
    return this.one<ForumMember>(JOIN, forumId, userId);
  }

  /** Undefined if the user was not a member. */
  leave(forumId: string, userId: string): Promise<ForumMember | undefined> {
    return this.one<ForumMember>(LEAVE, forumId, userId);
  }

  async change(id: string, values: Values<ForumMember>): Promise<ForumMember> {
    return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as ForumMember;
  }

  /** The owner first. */
  listStaff(forumId: string, ownerId: string): Promise<Staff[]> {
    return this.rows<Staff>(STAFF, forumId, ownerId);
  }

  listSuspended(forumId: string): Promise<Suspended[]> {
    return this.rows<Suspended>(SUSPENDED, forumId);
  }

  async findNamed(forumId: string, usernames: string[]): Promise<string[]> {
    if (!usernames.length) return [];
    return (await this.rows<{ id: string }>(NAMED, forumId, usernames)).map(({ id }) => id);
  }

  /** Returns the number of members in the batch. */
  promoteBatch(limit: number): Promise<number> {
    return this.count(PROMOTE, limit);
  }

  /** Subtracts the user's likes and memberships from the counts; the rows themselves are deleted by cascade. */
  async subtractFromCounts(userId: string): Promise<void> {
    await this.rows(LOCK_LIKED, userId);
    for (const statement of [UNCOUNT_TOPICS, UNCOUNT_POSTS, UNCOUNT_AUTHORS, UNCOUNT_MEMBER])
      await this.count(statement, userId);
  }
}
