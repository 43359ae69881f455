import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { PersonView } from '../kernel/rows/person.js';
import { FORUM_STATUSES, JOIN_POLICIES, VISIBILITIES, type ForumMember, type Forum } from './forums/forum.entity.js';
import { TOPIC_STATUSES, LEVELS } from './topics/topic.entity.js';

export class ForumView {
  @Uuid() id!: string;
  @Uuid() owner_id!: string;
  @IsString() name!: string;
  @IsString() slug!: string;
  @Nullable() @IsString() description!: string | null;
  @IsIn(VISIBILITIES) visibility!: string;
  @IsIn(JOIN_POLICIES) join_policy!: string;
  @IsString() language!: string;
  @IsIn(FORUM_STATUSES) status!: string;
  @IsInt() member_count!: number;
  @IsInt() topic_count!: number;
  @IsInt() post_count!: number;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
  /** For its owner alone. */
  @Optional() @Nullable() @IsString() join_code?: string | null;
}

export class CategoryView {
  @Uuid() id!: string;
  @Uuid() forum_id!: string;
  @IsString() name!: string;
  @IsString() slug!: string;
  @Nullable() @IsString() description!: string | null;
  @IsInt() position!: number;
  @IsIn(['member', 'moderator']) post_role!: string;
  @IsBoolean() require_approval!: boolean;
  @IsBoolean() solvable!: boolean;
  @Nullable() @IsInt() auto_close_days!: number | null;
  @IsBoolean() archived!: boolean;
  @IsInt() topic_count!: number;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class MemberView {
  @Uuid() id!: string;
  @Uuid() forum_id!: string;
  @Uuid() user_id!: string;
  @IsIn(['member', 'moderator']) role!: string;
  @IsBoolean() trusted!: boolean;
  @Nullable() @Time() suspended_until!: Date | null;
  @IsBoolean() banned!: boolean;
  @Nullable() @IsString() reason!: string | null;
  @IsInt() post_count!: number;
  @IsInt() like_received!: number;
  @Time() joined_at!: Date;
  @Nullable() @Time() left_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class TopicView {
  @Uuid() id!: string;
  @Uuid() forum_id!: string;
  @Uuid() category_id!: string;
  @Uuid() owner_id!: string;
  @Nested(() => PersonView) author!: PersonView;
  @IsString() title!: string;
  @IsString({ each: true }) tags!: string[];
  @IsIn(TOPIC_STATUSES) status!: string;
  @IsBoolean() pinned!: boolean;
  @IsInt() slow_mode_seconds!: number;
  @Nullable() @Uuid() solution_post_id!: string | null;
  @IsBoolean() solved!: boolean;
  @IsInt() last_number!: number;
  @IsInt() post_count!: number;
  @IsInt() like_count!: number;
  @IsInt() view_count!: number;
  @Time() bumped_at!: Date;
  @Nested(() => PersonView) last_poster!: PersonView;
  @Nullable() @IsString() closed_reason!: string | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
  /** How the caller follows the topic, and the number of unread posts: null where they do not follow it. */
  @Nullable() @IsIn(LEVELS) level!: string | null;
  @Nullable() @IsInt() unread!: number | null;
}

export class PostView {
  @Uuid() id!: string;
  @Uuid() topic_id!: string;
  @IsInt() number!: number;
  @Uuid() owner_id!: string;
  @Nested(() => PersonView) author!: PersonView;
  @Nullable() @IsInt() reply_to_number!: number | null;
  /** Null, as its html: it was taken away, and only its place is left. */
  @Nullable() @IsString() body!: string | null;
  @Nullable() @IsString() html!: string | null;
  @IsIn(['visible', 'pending', 'hidden', 'deleted']) status!: string;
  @Nullable() @Time() edited_at!: Date | null;
  /** Sent back with a change, so that nobody overwrites a version that they have not seen. */
  @IsInt() edit_count!: number;
  @IsInt() like_count!: number;
  @IsBoolean() liked!: boolean;
  @Time() created_at!: Date;
}

export class TrackingView {
  @Uuid() topic_id!: string;
  @IsIn(LEVELS) level!: string;
  @IsInt() last_read!: number;
  @IsInt() notified_number!: number;
}

export class MessageResult {
  @IsString() message!: string;
}

/** `isOwner`: with the code by which others join. */
export function presentForum(row: Forum, { isOwner }: { isOwner: boolean }): ForumView {
  const { join_code, review_notice_at: _, ...forum } = row;
  return isOwner ? { ...forum, join_code } : forum;
}

export function presentMember(row: ForumMember): MemberView {
  const { suspensions: _, trust_is_set: __, ...member } = row;
  return member;
}
