import { defineEvent } from '../../../events/define-event.js';
import { notify, withdraw } from '../../../notifications/notification.effects.js';
import { Nested, Uuid } from '../../../platform/http/fields.js';
import { durable } from '../../../realtime/event-type.js';
import { emit } from '../../../realtime/realtime.effects.js';
import { InvitationView, RoomSummary } from '../rooms.dto.js';

class RoomInvitedData {
  @Nested(() => InvitationView) invitation!: InvitationView;
  @Nested(() => RoomSummary) room!: RoomSummary;
}

class RoomUninvitedData {
  @Uuid() room_id!: string;
}

const ROOM_INVITED = durable('room.invited', RoomInvitedData);
/** The invitation was removed. It is not sent when the user accepts the invitation. */
const ROOM_UNINVITED = durable('room.uninvited', RoomUninvitedData);

export interface InvitationKey {
  room_id: string;
  user_id: string;
}

interface ByStaff {
  /** True if only the site role allows the change. */
  staff: boolean;
}

const emitInvited = (shown: RoomInvitedData) => emit(ROOM_INVITED, `user:${shown.invitation.user_id}`, shown);

/** For all connections of the recipient. */
export const emitUninvited = ({ room_id, user_id }: InvitationKey) =>
  emit(ROOM_UNINVITED, `user:${user_id}`, { room_id });

export const UserInvited = defineEvent<RoomInvitedData & ByStaff>('room.invited', {
  data: ({ invitation: { room_id, user_id } }) => ({ room_id, user_id }),
  staff: ({ staff }) => staff,
  effects: ({ invitation, room }) => {
    const { room_id, user_id } = invitation;
    return [
      emitInvited({ invitation, room }),
      notify({ user_id, type: 'room_invitation', about: { kind: 'room', id: room_id }, data: { room_id } }),
    ];
  },
});

/** Leaves no row in the outbox. Clients replace the invitation that they know. */
export const InvitationChanged = defineEvent<RoomInvitedData>('room.invitation_changed', {
  effects: (shown) => [emitInvited(shown)],
});

/** The inviter, or an admin, or the recipient removed the invitation. */
export const InvitationRemoved = defineEvent<InvitationKey & ByStaff>('room.invitation_removed', {
  data: ({ room_id, user_id }) => ({ room_id, user_id }),
  staff: ({ staff }) => staff,
});

/** Tells the recipient. It leaves no row in the outbox: the event that removed the invitation does. */
export const UserUninvited = defineEvent<InvitationKey>('room.uninvited', {
  effects: (invitation) => [emitUninvited(invitation)],
});

/** The invitation is gone, because it was accepted or removed. Leaves no row in the outbox. */
export const InvitationConsumed = defineEvent<InvitationKey & { invited_by: string }>('room.invitation_consumed', {
  effects: ({ room_id, user_id, invited_by }) => [
    withdraw({ user_id, actor_id: invited_by, type: 'room_invitation', about: { kind: 'room', id: room_id } }),
  ],
});
