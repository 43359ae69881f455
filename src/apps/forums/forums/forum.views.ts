import { IsString } from 'class-validator';
import { Nullable, Optional } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Forum, ForumCategory, ForumMember } from './forum.entity.js';

export class ForumView extends viewOf(Forum, { without: ['join_code', 'review_notice_at'] }) {
  /** For the owner only. */
  @Optional() @Nullable() @IsString() join_code?: string | null;
}

export class CategoryView extends viewOf(ForumCategory) {}

export class MemberView extends viewOf(ForumMember, { without: ['suspensions', 'trust_is_set'] }) {}

export const presentForum = (row: Forum, { isOwner }: { isOwner: boolean }): ForumView => ({
  ...present(ForumView, row),
  ...(isOwner && { join_code: row.join_code }),
});
