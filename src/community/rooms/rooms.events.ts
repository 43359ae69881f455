import { defineEvent } from '../../events/define-event.js';
import { forget } from '../../notifications/notification.effects.js';
import { Nested, Uuid } from '../../platform/http/input/fields.js';
import { jsonWith, RawJson } from '../../platform/http/raw-json.js';
import { durable } from '../../realtime/event-type.js';
import { emit, recheck } from '../../realtime/realtime.effects.js';
import { emitUninvited, type InvitationKey } from './invitations/room-invitations.events.js';
import { emitRoomAdded } from './members/room-members.events.js';
import { RoomView } from './rooms.dto.js';

class RoomUpdatedData {
  @Nested(() => RoomView) room!: RoomView;
}

class RoomDeletedData {
  @Uuid() room_id!: string;
}

const ROOM_UPDATED = durable('room.updated', RoomUpdatedData);
const ROOM_DELETED = durable('room.deleted', RoomDeletedData, { ends: () => ({ reason: 'deleted' }) });

export interface RoomJson {
  id: string;
  json: string;
}

/** Sends the room to all who follow its stream. */
const emitRoom = ({ id, json }: RoomJson) => emit(ROOM_UPDATED, `room:${id}`, new RawJson(`{"room":${json}}`));

/** `json` is the room without its number of members. */
export const RoomCreated = defineEvent<RoomJson & { owner_id: string }>('room.created', {
  data: ({ id }) => ({ room_id: id }),
  effects: ({ json, owner_id }) => [emitRoomAdded(owner_id, jsonWith(json, { member_count: '1' }))],
});

interface RoomUpdate extends RoomJson {
  /** Names of the fields that changed. */
  fields: string[];
  becamePrivate: boolean;
  /** True if only the site role allows the change. */
  staff: boolean;
}

export const RoomUpdated = defineEvent<RoomUpdate>('room.updated', {
  data: ({ id, fields }) => ({ room_id: id, fields }),
  staff: ({ staff }) => staff,
  effects: ({ becamePrivate, ...room }) => [
    emitRoom(room),
    // Readers who are not members lose their subscription.
    becamePrivate && recheck({ stream: `room:${room.id}` }),
  ],
});

/** The room has another owner or lost its category. The outbox has the event that caused it. */
export const RoomChanged = defineEvent<RoomJson>('room.changed', { effects: (room) => [emitRoom(room)] });

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
