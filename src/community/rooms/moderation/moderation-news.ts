import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../events/outbox.js';
import { Realtime } from '../../../realtime/realtime.js';
import { type Leaving, MEMBER_MUTED, MEMBER_UNMUTED, roomStream } from '../room-events.js';
import { RoomNews } from '../room-news.js';
import type { ModerationAction } from './moderation.io.js';
import { ModerationRepository } from './moderation.repository.js';
import type { Moderated } from './room-rules.js';

interface Lasting {
  duration_minutes: number | null;
  expires_at: Date | null;
}

/** Who hears of it, and what is written down for those who administer the room. */
@Injectable()
export class ModerationNews {
  constructor(
    private readonly moderation: ModerationRepository,
    private readonly rooms: RoomNews,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  muted(about: Moderated, lasts: Lasting): void {
    const { room_id, user_id, moderator_id } = about;
    const data = { room_id, user_id, expires_at: lasts.expires_at };
    this.realtime.emit(MEMBER_MUTED, roomStream(room_id), data, moderator_id);
    this.record(about, 'mute', lasts);
  }

  unmuted(about: Moderated): void {
    const { room_id, user_id, moderator_id } = about;
    this.realtime.emit(MEMBER_UNMUTED, roomStream(room_id), { room_id, user_id }, moderator_id);
    this.record(about, 'unmute');
  }

  banned(about: Moderated): void {
    const { room_id, user_id, is_member } = about;
    // Of a member everybody hears that he has left; who only read along is dropped without a word.
    if (!is_member) this.realtime.recheck({ stream: roomStream(room_id), user_id });
    this.record(about, 'ban');
  }

  unbanned(about: Moderated): void {
    this.record(about, 'unban');
  }

  kicked(about: Moderated): void {
    this.record(about, 'kick');
  }

  left(roomId: string, userId: string, reason: Leaving, actorId: string): void {
    this.rooms.left(roomId, userId, reason, actorId);
  }

  private record(
    { room_id, user_id, moderator_id, staff }: Moderated,
    action: ModerationAction,
    lasts?: Lasting,
  ): void {
    this.moderation.record({ room_id, user_id, moderator_id, action, ...lasts });
    const data = { room_id, user_id, action, ...lasts };
    this.outbox.record({ type: 'room.moderated', actor_id: moderator_id, data, staff });
  }
}
