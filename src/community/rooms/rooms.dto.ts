import { IsBoolean, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import {
  Chars,
  ListOf,
  ListQuery,
  Nested,
  Nullable,
  Optional,
  Required,
  Time,
  Uuid,
  WebAddress,
  Words,
} from '../../platform/http/fields.js';
import { LastRoomMessage, RoomMessageView } from './messages/room-messages.dto.js';
import { ProfileView } from '../common.dto.js';
import { type Role, ROLES } from './access/room.policy.js';

export const MAX_NAME = 100;
export const MAX_DESCRIPTION = 1_000;

export class RoomsQuery extends ListQuery {
  @Optional() @Uuid() category_id?: string;
  /** 'true' limits the list to rooms of which the caller is a member. */
  @Optional() @IsIn(['true', 'false']) joined?: 'true' | 'false';
}

export class CreateRoomInput {
  @Words(MAX_NAME) name!: string;
  @Optional() @Nullable() @Chars(0, MAX_DESCRIPTION) description?: string | null;
  @Optional() @Nullable() @Uuid() category_id?: string | null;
  @Optional() @IsBoolean() is_private?: boolean;
}

export class UpdateRoomInput {
  @Optional() @Words(MAX_NAME) name?: string;
  @Optional() @Nullable() @Chars(0, MAX_DESCRIPTION) description?: string | null;
  @Optional() @Nullable() @Uuid() category_id?: string | null;
  @Optional() @IsBoolean() is_private?: boolean;
  @Optional() @Nullable() @WebAddress() avatar_url?: string | null;
}

/** What an invitation shows of a room that its recipient may not read yet. */
export class RoomSummary {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsBoolean() is_private!: boolean;
  @Nullable() @IsString() avatar_url!: string | null;
}

export class RoomBody extends RoomSummary {
  @Nullable() @IsString() description!: string | null;
  @Nullable() @Uuid() category_id!: string | null;
  @Time() created_at!: Date;
}

export class OwnedRoom extends RoomBody {
  /** Null if the owner's account was deleted. */
  @Nullable() @Uuid() owner_id!: string | null;
}

export class RoomView extends OwnedRoom {
  @IsInt() member_count!: number;
}

export class RoleInput {
  @Uuid() user_id!: string;
  @IsIn(ROLES) role!: Role;
}

export class MemberRoleView {
  @Uuid() user_id!: string;
  @Uuid() room_id!: string;
  @IsIn(ROLES) role!: Role;
}

export class RoomMemberView extends MemberRoleView {
  @Time() joined_at!: Date;
  /** Always false, because banned users are not members. */
  @IsBoolean() is_banned!: boolean;
}

export class DetailedMemberView extends RoomMemberView {
  @Nested(() => ProfileView) profile!: ProfileView;
}

export class MemberAnswer extends answerWith('member', () => RoomMemberView) {}

export class MemberRoleAnswer extends answerWith('member', () => MemberRoleView) {}

export class RoomMembersAnswer extends pageOf('members', () => DetailedMemberView) {}

export class ListedRoom extends RoomView {
  /** Messages since the last one that the caller has read or written; 0 if the caller is not a member. */
  @IsInt() unread_count!: number;
  /** Null if there is none, or if the caller may not read the room. */
  @Nullable() @Nested(() => LastRoomMessage) last_message!: LastRoomMessage | null;
}

export class RoomsAnswer extends pageOf('rooms', () => ListedRoom) {}

export class OpenedRoomAnswer extends answerWith('room', () => OwnedRoom) {}

export class ChangedRoomAnswer extends answerWith('room', () => RoomBody) {}

class RoomCategoryView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @Nullable() @IsString() icon!: string | null;
}

export class RoomCategoriesAnswer {
  @ListOf(() => RoomCategoryView) categories!: RoomCategoryView[];
}

export class RoomDetailAnswer {
  @Nested(() => RoomView) room!: RoomView;
  /** The first hundred: admins first, then by the time they joined. */
  @ListOf(() => DetailedMemberView) members!: DetailedMemberView[];
  /** The last fifty messages, newest first. */
  @ListOf(() => RoomMessageView) messages!: RoomMessageView[];
  @IsString({ each: true }) roles!: string[];
}

export class InviteInput {
  @Uuid() user_id!: string;
}

export class InvitationView {
  @Uuid() room_id!: string;
  @Uuid() user_id!: string;
  /** Null if the inviter's account was deleted. */
  @Nullable() @Uuid() invited_by!: string | null;
  @Time() created_at!: Date;
}

export class InvitationAnswer extends answerWith('invitation', () => InvitationView) {}

export class ReceivedInvitation extends InvitationView {
  @Nested(() => RoomSummary) room!: RoomSummary;
}

export class InvitationsAnswer extends pageOf('invitations', () => ReceivedInvitation) {}

class CategoryDetails {
  /** An emoji, or a name that clients know. */
  @Optional() @Nullable() @Chars(1, 100) icon?: string | null;
  /** Position in the list; the default of a new category is after the last one. */
  @Optional() @IsInt() @Min(0) @Max(1_000_000) position?: number;
}

export class NewRoomCategoryInput extends CategoryDetails {
  @Required('Name is required') @Words(100) name!: string;
}

export class RoomCategoryInput extends CategoryDetails {
  @Optional() @Words(100) name?: string;
}

export class KeptRoomCategory extends RoomCategoryView {
  @IsInt() position!: number;
}

export class KeptRoomCategoryAnswer extends answerWith('category', () => KeptRoomCategory) {}

export class KeptRoomCategoriesAnswer {
  @ListOf(() => KeptRoomCategory) categories!: KeptRoomCategory[];
}
