import { IsBoolean, IsIn, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/input/fields.js';
import { ProfileView } from '../../person.dto.js';
import { type Role, ROLES } from '../access/room.policy.js';

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

export class MemberAnswer {
  @Nested(() => RoomMemberView) member!: RoomMemberView;
}

export class MemberRoleAnswer {
  @Nested(() => MemberRoleView) member!: MemberRoleView;
}

export class RoomMembersAnswer {
  @ListOf(() => DetailedMemberView) members!: DetailedMemberView[];
  @Nullable() @IsString() next_cursor!: string | null;
}
