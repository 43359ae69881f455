import type { ForumMember } from './entities/forum-member.entity.js';
import type { Forum } from './entities/forum.entity.js';
import type { ForumView, MemberView } from './forums.views.js';

/** `isOwner`: with the code by which others join. */
export function presentForum(row: Forum, { isOwner }: { isOwner: boolean }): ForumView {
  const { join_code, review_notice_at: _, ...forum } = row;
  return isOwner ? { ...forum, join_code } : forum;
}

export function presentMember(row: ForumMember): MemberView {
  const { suspensions: _, trust_is_set: __, ...member } = row;
  return member;
}
