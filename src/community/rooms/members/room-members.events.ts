import { IsIn } from 'class-validator';
import { Nested, Nullable, Time, Uuid } from '../../../platform/http/input/fields.js';
import { durable } from '../../../realtime/event-type.js';
import { ProfileView } from '../../person.dto.js';
import { RoomView } from '../access/room.dto.js';
import { type Role, ROLES } from '../access/room.policy.js';

const LEAVE_REASONS = ['left', 'kicked', 'banned'] as const;
export type LeaveReason = (typeof LEAVE_REASONS)[number];

class MemberRole {
  @Uuid() room_id!: string;
  @Uuid() user_id!: string;
  @IsIn(ROLES) role!: Role;
}

class MemberJoined extends MemberRole {
  @Nested(() => ProfileView) profile!: ProfileView;
}

class MemberUnmuted {
  @Uuid() room_id!: string;
  @Uuid() user_id!: string;
}

class MemberMuted extends MemberUnmuted {
  /** Null if the mute has no end. */
  @Nullable() @Time() expires_at!: Date | null;
}

class RoomAdded {
  @Nested(() => RoomView) room!: RoomView;
}

class RoomRemoved {
  @Uuid() room_id!: string;
  @IsIn(LEAVE_REASONS) reason!: LeaveReason;
}

class MemberLeft extends RoomRemoved {
  @Uuid() user_id!: string;
}

// For the room's stream.
export const MEMBER_JOINED = durable('member.joined', MemberJoined);
export const MEMBER_ROLE = durable('member.role', MemberRole);
export const MEMBER_LEFT = durable('member.left', MemberLeft, {
  ends: ({ user_id, reason }) => ({ user_id, reason }),
});
export const MEMBER_MUTED = durable('member.muted', MemberMuted);
export const MEMBER_UNMUTED = durable('member.unmuted', MemberUnmuted);
// For the user's own stream.
export const ROOM_ADDED = durable('room.added', RoomAdded);
export const ROOM_REMOVED = durable('room.removed', RoomRemoved);
