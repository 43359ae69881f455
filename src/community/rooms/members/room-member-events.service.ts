import { Injectable } from '@nestjs/common';
import { EventsService } from '../../../events/events.service.js';
import { jsonWith, RawJson } from '../../../platform/http/raw-json.js';
import { RealtimeService } from '../../../realtime/realtime.service.js';
import type { Role } from '../access/room.policy.js';
import {
  type LeaveReason,
  MEMBER_JOINED,
  MEMBER_LEFT,
  MEMBER_ROLE,
  ROOM_ADDED,
  ROOM_REMOVED,
} from './room-members.events.js';

interface JoinedMember {
  room_id: string;
  user_id: string;
  role: Role;
  /** As JSON. */
  profile: string;
}

/** Announces members to the room, and the room to the member's own connections. */
@Injectable()
export class RoomMemberEventsService {
  constructor(
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  memberJoined({ room_id, user_id, role, profile }: JoinedMember, room: string): void {
    const member = JSON.stringify({ room_id, user_id, role });
    const data = new RawJson(jsonWith(member, { profile }));
    this.realtime.emit(MEMBER_JOINED, `room:${room_id}`, data, user_id);
    this.announceRoom(user_id, room);
    this.events.record({ type: 'room.joined', actor_id: user_id, data: { room_id, user_id } });
  }

  /** The user joined or created the room, which is given as JSON. */
  announceRoom(userId: string, room: string): void {
    this.realtime.emit(ROOM_ADDED, `user:${userId}`, new RawJson(`{"room":${room}}`), userId);
  }

  memberLeft(room_id: string, user_id: string, reason: LeaveReason, actor_id: string): void {
    const data = { room_id, user_id, reason };
    this.realtime.emit(MEMBER_LEFT, `room:${room_id}`, data, actor_id);
    this.realtime.emit(ROOM_REMOVED, `user:${user_id}`, { room_id, reason }, actor_id);
    this.events.record({ type: 'room.left', actor_id, data });
  }

  roleChanged(room_id: string, user_id: string, role: Role, actor_id: string, staff = false): void {
    const data = { room_id, user_id, role };
    this.realtime.emit(MEMBER_ROLE, `room:${room_id}`, data, actor_id);
    this.events.record({ type: 'room.role_changed', actor_id, data, staff });
  }
}
