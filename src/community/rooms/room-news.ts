import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Notifications } from '../../notifications/notifications.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { Realtime } from '../../realtime/realtime.js';
import type { Role } from './members/members.io.js';
import {
  type Leaving,
  MEMBER_JOINED,
  MEMBER_LEFT,
  MEMBER_ROLE,
  ROOM_ADDED,
  ROOM_DELETED,
  ROOM_REMOVED,
  ROOM_UPDATED,
  roomStream,
  userStream,
} from './room-events.js';
import { RoomRepository } from './room.repository.js';

interface Joined {
  room_id: string;
  user_id: string;
  role: Role;
  /** As JSON. */
  profile: string;
}

/** Who hears of what becomes of a room and of its members. */
@Injectable()
export class RoomNews {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly notifications: Notifications,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  added(userId: string, room: string, actorId: string): void {
    this.realtime.emit(ROOM_ADDED, userStream(userId), new RawJson(`{"room":${room}}`), actorId);
  }

  updated(roomId: string, room: string, actorId: string | null): void {
    this.realtime.emit(ROOM_UPDATED, roomStream(roomId), new RawJson(`{"room":${room}}`), actorId);
  }

  /** It is private from now on: who reads it and is no member does so no more. */
  closed(roomId: string): void {
    this.realtime.recheck({ stream: roomStream(roomId) });
  }

  /** Before it is: nobody is to be sent there. */
  async deleted(room_id: string, actor_id: string): Promise<void> {
    this.realtime.emit(ROOM_DELETED, roomStream(room_id), { room_id }, actor_id);
    this.notifications.forget({ kind: 'room', id: room_id });
    const mentioning = await this.rooms.mentioning(room_id);
    if (mentioning.length) this.notifications.forget({ kind: 'room_message', id: mentioning });
    this.outbox.record({ type: 'room.deleted', actor_id, data: { room_id } });
  }

  joined({ room_id, user_id, role, profile }: Joined, room: string): void {
    const who = JSON.stringify({ room_id, user_id, role }).slice(0, -1);
    const data = new RawJson(`${who},"profile":${profile}}`);
    this.realtime.emit(MEMBER_JOINED, roomStream(room_id), data, user_id);
    this.added(user_id, room, user_id);
    this.outbox.record({ type: 'room.joined', actor_id: user_id, data: { room_id, user_id } });
  }

  left(room_id: string, user_id: string, reason: Leaving, actorId: string): void {
    this.realtime.emit(MEMBER_LEFT, roomStream(room_id), { room_id, user_id, reason }, actorId);
    this.realtime.emit(ROOM_REMOVED, userStream(user_id), { room_id, reason }, actorId);
    const data = { room_id, user_id, reason };
    this.outbox.record({ type: 'room.left', actor_id: actorId, data });
  }

  role(room_id: string, user_id: string, role: Role, actorId: string): void {
    const data = { room_id, user_id, role };
    this.realtime.emit(MEMBER_ROLE, roomStream(room_id), data, actorId);
    this.outbox.record({ type: 'room.role_changed', actor_id: actorId, data });
  }
}
