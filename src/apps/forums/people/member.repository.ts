import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { ForumMember } from '../entities/forum-member.entity.js';

/** They are counted, read closed forums and are told of what happens there. */
export const IS_IN = (m: string) => `(${m}.left_at IS NULL AND NOT ${m}.banned)`;

const LOCK = sql(
  'forums_member_lock',
  'SELECT * FROM ext_forums.members WHERE forum_id = $1 AND user_id = $2 FOR NO KEY UPDATE',
);
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
   WHERE forum_id = $1 AND user_id = $2 AND ${IS_IN('m')} RETURNING *`,
);
const MODERATORS = sql(
  'forums_moderators',
  `SELECT count(*)::int AS n FROM ext_forums.members m
   WHERE m.forum_id = $1 AND m.role = 'moderator' AND ${IS_IN('m')}`,
);
const STAFF = sql(
  'forums_staff',
  `SELECT u.id, u.username, CASE WHEN u.id = $2 THEN 'owner' ELSE 'moderator' END AS role
   FROM account.users u
   WHERE u.id = $2 OR u.id IN (SELECT m.user_id FROM ext_forums.members m
     WHERE m.forum_id = $1 AND m.role = 'moderator' AND ${IS_IN('m')})
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
   WHERE u.username = ANY ($2::text[]) AND u.user_status = 'active' AND ${IS_IN('m')} ORDER BY u.id`,
);

export interface Staff {
  id: string;
  username: string | null;
  role: string;
}
export interface Suspended {
  id: string;
  username: string | null;
  suspended_until: Date;
  reason: string | null;
}

@AppProvider()
export class MemberRepository extends BaseRepository {
  /** Also one who has left, or may not come back. */
  lock(forumId: string, userId: string): Promise<ForumMember | undefined> {
    return this.one<ForumMember>(LOCK, forumId, userId);
  }

  /** Undefined if the user is a member already, or is banned. */
  join(forumId: string, userId: string): Promise<ForumMember | undefined> {
    return this.one<ForumMember>(JOIN, forumId, userId);
  }

  /** Undefined if the user was not a member. */
  leave(forumId: string, userId: string): Promise<ForumMember | undefined> {
    return this.one<ForumMember>(LEAVE, forumId, userId);
  }

  async update(id: string, change: Partial<ForumMember>): Promise<ForumMember> {
    await this.table(ForumMember).update(id, { ...change, updated_at: new Date() });
    return this.table(ForumMember).findOneByOrFail({ id });
  }

  async countModerators(forumId: string): Promise<number> {
    return (await this.one<{ n: number }>(MODERATORS, forumId))?.n ?? 0;
  }

  /** The owner first. */
  staff(forumId: string, ownerId: string): Promise<Staff[]> {
    return this.rows<Staff>(STAFF, forumId, ownerId);
  }

  suspended(forumId: string): Promise<Suspended[]> {
    return this.rows<Suspended>(SUSPENDED, forumId);
  }

  async named(forumId: string, usernames: string[]): Promise<string[]> {
    if (!usernames.length) return [];
    return (await this.rows<{ id: string }>(NAMED, forumId, usernames)).map(({ id }) => id);
  }
}
