import type { ForumMember } from './entities/forum-member.entity.js';
import type { Forum } from './entities/forum.entity.js';
import type { ForumView, MemberView } from './forums.views.js';

/** `isOwner`: with the code by which others join. */
export function presentForum(
  { join_code, review_notice_at: _, ...forum }: Forum,
  { isOwner }: { isOwner: boolean },
): ForumView {
  return isOwner ? { ...forum, join_code } : forum;
}

export const presentMember = ({ suspensions: _, ...member }: ForumMember): MemberView => member;
