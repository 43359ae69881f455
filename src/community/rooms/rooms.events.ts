import { defineEvent } from '../../events/define-event.js';
import { forget } from '../../notifications/notification.effects.js';
import { Uuid } from '../../platform/http/fields.js';
import { durable } from '../../realtime/event-type.js';
import { emit, recheck } from '../../realtime/realtime.effects.js';
import { emitUninvited, type InvitationKey } from './invitations/room-invitations.events.js';
import { emitRoomAdded, RoomAddedData } from './members/room-members.events.js';
import type { Room } from './room.entity.js';
import { roomView } from './room.presenter.js';

class RoomUpdatedData extends RoomAddedData {}

class RoomDeletedData {
  @Uuid() room_id!: string;
}

const ROOM_UPDATED = durable('room.updated', RoomUpdatedData);
const ROOM_DELETED = durable('room.deleted', RoomDeletedData, { ends: () => ({ reason: 'deleted' }) });

/** Sends the room to all who follow its stream. */
const emitRoom = (room: Room) => emit(ROOM_UPDATED, `room:${room.id}`, { room: roomView(room) });

/** The row was read before a trigger counted the owner. */
export const RoomCreated = defineEvent<Room & { owner_id: string }>('room.created', {
  data: ({ id }) => ({ room_id: id }),
  effects: (room) => [emitRoomAdded(room.owner_id, { ...room, member_count: 1 })],
});

interface RoomUpdate {
  room: Room;
  /** Names of the fields that changed. */
  fields: string[];
  becamePrivate: boolean;
  /** True if only the site role allows the change. */
  staff: boolean;
}

export const RoomUpdated = defineEvent<RoomUpdate>('room.updated', {
  data: ({ room, fields }) => ({ room_id: room.id, fields }),
  staff: ({ staff }) => staff,
  effects: ({ room, becamePrivate }) => [
    emitRoom(room),
    // Readers who are not members lose their subscription.
    becamePrivate && recheck({ stream: `room:${room.id}` }),
  ],
});

/** The room has another owner or lost its category. The outbox has the event that caused it. */
export const RoomChanged = defineEvent<Room>('room.changed', { effects: (room) => [emitRoom(room)] });

export const RoomDeleted = defineEvent<{ room_id: string; staff: boolean }>('room.deleted', {
  data: ({ room_id }) => ({ room_id }),
  staff: ({ staff }) => staff,
  effects: ({ room_id }) => [emit(ROOM_DELETED, `room:${room_id}`, { room_id })],
});

interface RoomContents {
  roomIds: string[];
  invitations: InvitationKey[];
  /** Messages that may have caused notifications of a mention. */
  mentioning: string[];
}

/** What is deleted with rooms leaves no row in the outbox. */
export const RoomContentsDeleted = defineEvent<RoomContents>('room.contents_deleted', {
  effects: ({ roomIds, invitations, mentioning }) => [
    ...invitations.map(emitUninvited),
    forget({ kind: 'room', id: roomIds }),
    mentioning.length > 0 && forget({ kind: 'room_message', id: mentioning }),
  ],
});
