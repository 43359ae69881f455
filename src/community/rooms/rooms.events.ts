import { Nested, Uuid } from '../../platform/http/input/fields.js';
import { durable } from '../../realtime/event-type.js';
import { RoomView } from './access/room.dto.js';

class RoomUpdated {
  @Nested(() => RoomView) room!: RoomView;
}

class RoomDeleted {
  @Uuid() room_id!: string;
}

export const ROOM_UPDATED = durable('room.updated', RoomUpdated);
export const ROOM_DELETED = durable('room.deleted', RoomDeleted, { ends: () => ({ reason: 'deleted' }) });
