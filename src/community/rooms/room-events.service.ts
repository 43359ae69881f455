import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { jsonWith, RawJson } from '../../platform/http/raw-json.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { RoomInvitationsService } from './invitations/room-invitations.service.js';
import { RoomMemberEventsService } from './members/room-member-events.service.js';
import { RoomMessageEventsService } from './messages/room-message-events.service.js';
import { ROOM_DELETED, ROOM_UPDATED } from './rooms.events.js';

interface RoomUpdate {
  room_id: string;
  /** The room as JSON. */
  json: string;
  /** Names of the fields that changed. */
  fields: string[];
  becamePrivate: boolean;
  /** True if only the site role allows the change. */
  staff: boolean;
}

/** Announces rooms to their members and readers. */
@Injectable()
export class RoomEventsService {
  constructor(
    private readonly memberEvents: RoomMemberEventsService,
    private readonly messageEvents: RoomMessageEventsService,
    private readonly invitations: RoomInvitationsService,
    private readonly notifications: NotificationsService,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  /** `json` is the room without its number of members. */
  roomCreated({ id, json }: { id: string; json: string }, ownerId: string): void {
    this.memberEvents.announceRoom(ownerId, jsonWith(json, { member_count: '1' }));
    this.events.record({ type: 'room.created', actor_id: ownerId, data: { room_id: id } });
  }

  roomUpdated({ room_id, json, fields, becamePrivate, staff }: RoomUpdate, actor_id: string): void {
    this.announceRoom(room_id, json, actor_id);
    // Readers who are not members lose their subscription.
    if (becamePrivate) this.realtime.recheck({ stream: `room:${room_id}` });
    this.events.record({ type: 'room.updated', actor_id, data: { room_id, fields }, staff });
  }

  /** Sends the room, given as JSON, to all who follow its stream. */
  announceRoom(roomId: string, json: string, actorId: string | null): void {
    this.realtime.emit(ROOM_UPDATED, `room:${roomId}`, new RawJson(`{"room":${json}}`), actorId);
  }

  /** Clients read these rooms again, because an account's content was erased without an event for each message. */
  renewRooms(roomIds: string[]): void {
    this.realtime.renew(roomIds.map((id) => `room:${id}` as const));
  }

  /** Must run before the rooms are deleted, because it reads their invitations and messages. */
  async roomsDeleted(roomIds: string[], actor_id: string, staff = false): Promise<void> {
    if (!roomIds.length) return;
    for (const room_id of roomIds) {
      this.realtime.emit(ROOM_DELETED, `room:${room_id}`, { room_id }, actor_id);
      this.events.record({ type: 'room.deleted', actor_id, data: { room_id }, staff });
    }
    await this.invitations.announceRoomsDeleted(roomIds, actor_id);
    this.notifications.forget({ kind: 'room', id: roomIds });
    await this.messageEvents.removeMentionNotifications(roomIds);
  }
}
