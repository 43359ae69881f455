import { Injectable } from '@nestjs/common';
import { EventsService } from '../../../events/events.service.js';
import { NotificationsService } from '../../../notifications/notifications.service.js';
import { RawJson } from '../../../platform/http/raw-json.js';
import { RealtimeService } from '../../../realtime/realtime.service.js';
import { ROOM_INVITED, ROOM_UNINVITED } from './room-invitations.events.js';

interface InvitationChange {
  room_id: string;
  user_id: string;
  actor_id: string;
  /** True if only the site role allows the change. */
  staff: boolean;
}

/** Announces invitations to their recipients. */
@Injectable()
export class RoomInvitationEventsService {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  invitationCreated({ staff, ...change }: InvitationChange, invitation: string): void {
    const { room_id, user_id, actor_id } = change;
    this.announceInvitation(user_id, invitation, actor_id);
    const about = { kind: 'room', id: room_id };
    this.notifications.notify({ user_id, actor_id, type: 'room_invitation', about, data: { room_id } });
    this.events.record({ type: 'room.invited', actor_id, data: { room_id, user_id }, staff });
  }

  /** Clients replace the invitation that they know, so this also announces a changed one. */
  announceInvitation(userId: string, invitation: string, actorId: string): void {
    this.realtime.emit(ROOM_INVITED, `user:${userId}`, new RawJson(invitation), actorId);
  }

  /** For all connections of the recipient. */
  announceRemoval(room_id: string, userId: string, actorId: string): void {
    this.realtime.emit(ROOM_UNINVITED, `user:${userId}`, { room_id }, actorId);
  }

  /** The inviter, or an admin, or the recipient removed the invitation. */
  invitationRemoved({ room_id, user_id, actor_id, staff }: InvitationChange): void {
    this.events.record({ type: 'room.invitation_removed', actor_id, data: { room_id, user_id }, staff });
  }

  removeNotification(roomId: string, userId: string, inviterId: string): void {
    const about = { kind: 'room', id: roomId };
    this.notifications.withdraw({ user_id: userId, actor_id: inviterId, type: 'room_invitation', about });
  }
}
