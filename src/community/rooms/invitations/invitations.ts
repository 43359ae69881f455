import { Injectable } from '@nestjs/common';
import { Notifications } from '../../../notifications/notifications.js';
import { RoomNews } from '../room-news.js';
import { InvitationRepository } from './invitation.repository.js';

@Injectable()
export class Invitations {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly notifications: Notifications,
    private readonly news: RoomNews,
  ) {}

  /** Taken back, or refused: all his connections see it go, and nobody else hears of it. */
  async remove(roomId: string, userId: string, actorId: string): Promise<void> {
    if (await this.use(roomId, userId)) this.news.uninvited(roomId, userId, actorId);
  }

  /** Tells whether he had one: it is used up, and he is sent there no more. */
  async use(roomId: string, userId: string): Promise<boolean> {
    const gone = await this.invitations.delete(roomId, userId);
    if (gone?.invited_by) {
      const about = { kind: 'room', id: roomId };
      this.notifications.withdraw({
        user_id: userId,
        actor_id: gone.invited_by,
        type: 'room_invitation',
        about,
      });
    }
    return gone !== undefined;
  }
}
