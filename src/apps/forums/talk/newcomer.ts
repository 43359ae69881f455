import type { ForumMember } from '../entities/forum-member.entity.js';

/** What who is not trusted may write: so much in his first day, and in each post. */
export const NEWCOMER = { limited_ms: 86_400_000, topics: 3, replies: 10, links: 2, mentions: 2 };

/** Who has not come yet comes now. */
const sinceJoined = (member: ForumMember | undefined) =>
  Date.now() - (member?.joined_at.getTime() ?? Date.now());

export const isInFirstDay = (member: ForumMember | undefined) => sinceJoined(member) < NEWCOMER.limited_ms;
