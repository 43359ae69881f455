import { IsIn, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { durable, type Stream } from '../../realtime/event-type.js';
import { ProfileView } from '../person.io.js';
import { InvitationView } from './invitations/invitations.io.js';
import { ROLES, type Role } from './members/members.io.js';
import { CountedReaction, RoomMessageView } from './messages/messages.io.js';
import { RoomSummary, RoomView } from './rooms.io.js';

const LEAVINGS = ['left', 'kicked', 'banned'] as const;
export type Leaving = (typeof LEAVINGS)[number];

export const roomStream = (id: string): Stream => `room:${id}`;
export const userStream = (id: string): Stream => `user:${id}`;

class InRoom {
  @Uuid() room_id!: string;
}

class OfMember extends InRoom {
  @Uuid() user_id!: string;
}

class MessageUpdated extends InRoom {
  @Nested(() => RoomMessageView) message!: RoomMessageView;
}

class MessageCreated extends InRoom {
  @Nested(() => RoomMessageView) message!: RoomMessageView;
  /** The Idempotency-Key of the request, where it had one. */
  @Optional() @IsString() client_ref?: string;
}

class MessageDeleted extends InRoom {
  @Uuid() message_id!: string;
  @Uuid() deleted_by!: string;
}

class MessageReaction extends OfMember {
  @Uuid() message_id!: string;
  @IsString() emoji!: string;
  @IsIn(['added', 'removed']) action!: 'added' | 'removed';
  @ListOf(() => CountedReaction) reactions!: CountedReaction[];
}

class RoomUpdated {
  @Nested(() => RoomView) room!: RoomView;
}

class RoomDeleted extends InRoom {}

class MemberRole extends OfMember {
  @IsIn(ROLES) role!: Role;
}

class MemberJoined extends MemberRole {
  @Nested(() => ProfileView) profile!: ProfileView;
}

class MemberLeft extends OfMember {
  @IsIn(LEAVINGS) reason!: Leaving;
}

class MemberMuted extends OfMember {
  @Nullable() @Time() expires_at!: Date | null;
}

class MemberUnmuted extends OfMember {}

class RoomInvited {
  @Nested(() => InvitationView) invitation!: InvitationView;
  @Nested(() => RoomSummary) room!: RoomSummary;
}

class RoomUninvited extends InRoom {}

class RoomAdded {
  @Nested(() => RoomView) room!: RoomView;
}

class RoomRemoved extends InRoom {
  @IsIn(LEAVINGS) reason!: Leaving;
}

export const MESSAGE_CREATED = durable('message.created', MessageCreated);
export const MESSAGE_UPDATED = durable('message.updated', MessageUpdated);
export const MESSAGE_DELETED = durable('message.deleted', MessageDeleted);
export const MESSAGE_REACTION = durable('message.reaction', MessageReaction);
export const ROOM_UPDATED = durable('room.updated', RoomUpdated);
export const ROOM_DELETED = durable('room.deleted', RoomDeleted, { ends: () => ({ reason: 'deleted' }) });
export const MEMBER_JOINED = durable('member.joined', MemberJoined);
export const MEMBER_ROLE = durable('member.role', MemberRole);
export const MEMBER_LEFT = durable('member.left', MemberLeft, {
  ends: ({ user_id, reason }) => ({ user_id, reason }),
});
export const MEMBER_MUTED = durable('member.muted', MemberMuted);
export const MEMBER_UNMUTED = durable('member.unmuted', MemberUnmuted);
export const ROOM_INVITED = durable('room.invited', RoomInvited);
/** The invitation is gone, unless he came. */
export const ROOM_UNINVITED = durable('room.uninvited', RoomUninvited);
export const ROOM_ADDED = durable('room.added', RoomAdded);
export const ROOM_REMOVED = durable('room.removed', RoomRemoved);
