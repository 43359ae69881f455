import type { ForumMember } from '../entities/forum-member.entity.js';

/** Limits of members without trust: topics and replies in the first day, links and mentions in each post. */
export const NEWCOMER = { limited_ms: 86_400_000, topics: 3, replies: 10, links: 2, mentions: 2 };

/** Who has not come yet comes now. */
const sinceJoined = (member: ForumMember | undefined) => Date.now() - (member?.joined_at.getTime() ?? Date.now());

export const isInFirstDay = (member: ForumMember | undefined) => sinceJoined(member) < NEWCOMER.limited_ms;
