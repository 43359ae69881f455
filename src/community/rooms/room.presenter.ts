import type { Room } from './room.entity.js';
import type { OwnedRoom, RoomBody, RoomView } from './rooms.dto.js';

/** The room as its admins get it back after a change. */
export function roomBody(room: Room): RoomBody {
  const { id, name, is_private, avatar_url, description, category_id, created_at } = room;
  return { id, name, is_private, avatar_url, description, category_id, created_at };
}

/** A new room, without the number of members, which a trigger counts later. */
export const ownedRoom = (room: Room): OwnedRoom => ({ ...roomBody(room), owner_id: room.owner_id });

export const roomView = (room: Room): RoomView => ({ ...ownedRoom(room), member_count: room.member_count });
