import { Nested, Uuid } from '../../../platform/http/input/fields.js';
import { durable } from '../../../realtime/event-type.js';
import { RoomSummary } from '../access/room.dto.js';
import { InvitationView } from './room-invitations.dto.js';

class RoomInvited {
  @Nested(() => InvitationView) invitation!: InvitationView;
  @Nested(() => RoomSummary) room!: RoomSummary;
}

class RoomUninvited {
  @Uuid() room_id!: string;
}

export const ROOM_INVITED = durable('room.invited', RoomInvited);
/** The invitation was removed. It is not sent when the user accepts the invitation. */
export const ROOM_UNINVITED = durable('room.uninvited', RoomUninvited);
