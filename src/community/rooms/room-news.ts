import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Notifications } from '../../notifications/notifications.js';
import { jsonWith, RawJson } from '../../platform/http/raw-json.js';
import { Realtime } from '../../realtime/realtime.js';
import type { Role } from './members/members.io.js';
import {
  type Leaving,
  MEMBER_JOINED,
  MEMBER_LEFT,
  MEMBER_ROLE,
  ROOM_ADDED,
  ROOM_DELETED,
  ROOM_INVITED,
  ROOM_REMOVED,
  ROOM_UNINVITED,
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

  /** Also once more, when who invited is gone: its newest state takes the place of the one before. */
  invited(userId: string, invitation: string, actorId: string): void {
    this.realtime.emit(ROOM_INVITED, userStream(userId), new RawJson(invitation), actorId);
  }

  uninvited(room_id: string, userId: string, actorId: string): void {
    this.realtime.emit(ROOM_UNINVITED, userStream(userId), { room_id }, actorId);
  }

  /** Of somebody who is gone: what he wrote there, and his reactions. */
  emptied(roomIds: string[]): void {
    this.realtime.renew(roomIds.map(roomStream));
  }

  /** Before they are: nobody is to be sent there. */
  async deleted(roomIds: string[], actor_id: string, staff = false): Promise<void> {
    if (!roomIds.length) return;
    for (const room_id of roomIds) {
      this.realtime.emit(ROOM_DELETED, roomStream(room_id), { room_id }, actor_id);
      this.outbox.record({ type: 'room.deleted', actor_id, data: { room_id }, staff });
    }
    for (const { room_id, user_id } of await this.rooms.invitationsTo(roomIds)) {
      this.uninvited(room_id, user_id, actor_id);
    }
    this.notifications.forget({ kind: 'room', id: roomIds });
    const mentioning = await this.rooms.mentioning(roomIds);
    if (mentioning.length) this.notifications.forget({ kind: 'room_message', id: mentioning });
  }

  joined({ room_id, user_id, role, profile }: Joined, room: string): void {
    const who = JSON.stringify({ room_id, user_id, role });
    const data = new RawJson(jsonWith(who, { profile }));
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

  role(room_id: string, user_id: string, role: Role, actorId: string, staff = false): void {
    const data = { room_id, user_id, role };
    this.realtime.emit(MEMBER_ROLE, roomStream(room_id), data, actorId);
    this.outbox.record({ type: 'room.role_changed', actor_id: actorId, data, staff });
  }
}
