import { IsIn } from 'class-validator';
import { defineEvent } from '../../../events/define-event.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Nested, Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import { durable } from '../../../realtime/event-type.js';
import { emit, recheck } from '../../../realtime/realtime.effects.js';
import { ProfileView } from '../../common.dto.js';
import type { ModerationAction } from '../moderation/room-moderation.dto.js';
import type { Room } from '../room.entity.js';
import { roomView } from '../room.presenter.js';
import { MemberRoleView, RoomView } from '../rooms.dto.js';

const LEAVE_REASONS = ['left', 'kicked', 'banned'] as const;
export type LeaveReason = (typeof LEAVE_REASONS)[number];

class MemberRoleData extends MemberRoleView {}

class MemberJoinedData extends MemberRoleData {
  @Nested(() => ProfileView) profile!: ProfileView;
}

class MemberUnmutedData {
  @Uuid() room_id!: string;
  @Uuid() user_id!: string;
}

class MemberMutedData extends MemberUnmutedData {
  /** Null if the mute has no end. */
  @Nullable() @Time() expires_at!: Date | null;
}

export class RoomAddedData extends answerWith('room', () => RoomView) {}

class RoomRemovedData {
  @Uuid() room_id!: string;
  @IsIn(LEAVE_REASONS) reason!: LeaveReason;
}

class MemberLeftData extends RoomRemovedData {
  @Uuid() user_id!: string;
}

// For the room's stream.
const MEMBER_JOINED = durable('member.joined', MemberJoinedData);
const MEMBER_ROLE = durable('member.role', MemberRoleData);
const MEMBER_LEFT = durable('member.left', MemberLeftData, { ends: ({ user_id, reason }) => ({ user_id, reason }) });
const MEMBER_MUTED = durable('member.muted', MemberMutedData);
const MEMBER_UNMUTED = durable('member.unmuted', MemberUnmutedData);
// For the user's own stream.
const ROOM_ADDED = durable('room.added', RoomAddedData);
const ROOM_REMOVED = durable('room.removed', RoomRemovedData);

/** The user joined or created the room. */
export const emitRoomAdded = (userId: string, room: Room) =>
  emit(ROOM_ADDED, `user:${userId}`, { room: roomView(room) });

export const MemberJoined = defineEvent<MemberJoinedData & { room: Room }>('room.joined', {
  data: ({ room_id, user_id }) => ({ room_id, user_id }),
  effects: ({ room, ...member }) => [
    emit(MEMBER_JOINED, `room:${member.room_id}`, member),
    emitRoomAdded(member.user_id, room),
  ],
});

export const MemberLeft = defineEvent<MemberLeftData>('room.left', {
  data: (member) => member,
  effects: (member) => [
    emit(MEMBER_LEFT, `room:${member.room_id}`, member),
    emit(ROOM_REMOVED, `user:${member.user_id}`, { room_id: member.room_id, reason: member.reason }),
  ],
});

export const RoleChanged = defineEvent<{ member: MemberRoleData; staff?: boolean }>('room.role_changed', {
  data: ({ member }) => member,
  staff: ({ staff = false }) => staff,
  effects: ({ member }) => [emit(MEMBER_ROLE, `room:${member.room_id}`, member)],
});

export interface MuteTerm {
  duration_minutes: number | null;
  expires_at: Date | null;
}

interface Moderation {
  room_id: string;
  user_id: string;
  action: ModerationAction;
  /** Of a mute. */
  term?: MuteTerm;
  is_member: boolean;
  /** True if only the site role lets the moderator do it. */
  staff: boolean;
}

export const UserModerated = defineEvent<Moderation>('room.moderated', {
  data: ({ room_id, user_id, action, term }) => ({ room_id, user_id, action, ...term }),
  staff: ({ staff }) => staff,
  effects: ({ room_id, user_id, action, term, is_member }) => {
    const stream = `room:${room_id}` as const;
    return [
      term && emit(MEMBER_MUTED, stream, { room_id, user_id, expires_at: term.expires_at }),
      action === 'unmute' && emit(MEMBER_UNMUTED, stream, { room_id, user_id }),
      // A member's subscription ends with `member.left`. A reader who is not a member has to be checked again.
      action === 'ban' && !is_member && recheck({ stream, user_id }),
    ];
  },
});
