import { Injectable } from '@nestjs/common';
import { EventsService } from '../../../events/events.service.js';
import { RealtimeService } from '../../../realtime/realtime.service.js';
import { MEMBER_MUTED, MEMBER_UNMUTED } from '../members/room-members.events.js';
import type { ModerationAction } from './room-moderation.dto.js';
import { RoomModerationRepository } from './room-moderation.repository.js';

export interface ModerationTarget {
  room_id: string;
  user_id: string;
  moderator_id: string;
  is_member: boolean;
  /** True if only the site role lets the moderator do it. */
  staff: boolean;
}

interface MuteTerm {
  duration_minutes: number | null;
  expires_at: Date | null;
}

/** Announces moderation to the room and writes the room's moderation log. */
@Injectable()
export class RoomModerationEventsService {
  constructor(
    private readonly moderation: RoomModerationRepository,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  userMuted(target: ModerationTarget, term: MuteTerm): void {
    const { room_id, user_id, moderator_id } = target;
    const data = { room_id, user_id, expires_at: term.expires_at };
    this.realtime.emit(MEMBER_MUTED, `room:${room_id}`, data, moderator_id);
    this.record(target, 'mute', term);
  }

  userUnmuted(target: ModerationTarget): void {
    const { room_id, user_id, moderator_id } = target;
    this.realtime.emit(MEMBER_UNMUTED, `room:${room_id}`, { room_id, user_id }, moderator_id);
    this.record(target, 'unmute');
  }

  userBanned(target: ModerationTarget): void {
    const { room_id, user_id, is_member } = target;
    // A member's subscription ends with `member.left`. A reader who is not a member has to be checked again.
    if (!is_member) this.realtime.recheck({ stream: `room:${room_id}`, user_id });
    this.record(target, 'ban');
  }

  userUnbanned(target: ModerationTarget): void {
    this.record(target, 'unban');
  }

  memberKicked(target: ModerationTarget): void {
    this.record(target, 'kick');
  }

  private record(
    { room_id, user_id, moderator_id, staff }: ModerationTarget,
    action: ModerationAction,
    term?: MuteTerm,
  ): void {
    this.moderation.insertEntry({ room_id, user_id, moderator_id, action, ...term });
    const data = { room_id, user_id, action, ...term };
    this.events.record({ type: 'room.moderated', actor_id: moderator_id, data, staff });
  }
}
