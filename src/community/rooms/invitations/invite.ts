import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../events/outbox.js';
import { Notifications } from '../../../notifications/notifications.js';
import type { Caller } from '../../../platform/access/caller.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { RoomAccess } from '../room-access.js';
import { RoomNews } from '../room-news.js';
import { administers, isForeign, outside, type Seat } from '../seat.js';
import { type Guest, InvitationRepository } from './invitation.repository.js';

@Injectable()
export class Invite {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly access: RoomAccess,
    private readonly notifications: Notifications,
    private readonly news: RoomNews,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Answers the invitation as JSON; who has one already keeps it. */
  run(id: string, caller: Caller, userId: string): Promise<string> {
    if (userId === caller.id) throw new Refusal(400, 'You cannot invite yourself');
    return this.database.transaction(async () => {
      const seat = await this.access.held(id, caller);
      mayInvite(seat);
      const { room_id } = seat;
      const { room } = welcome(await this.invitations.guest(room_id, userId, caller.id));
      const made = await this.invitations.insert(room_id, userId, caller.id);
      if (made) this.tell(seat, caller.id, userId, `{"invitation":${made},"room":${room}}`);
      return made ?? ((await this.invitations.find(room_id, userId))?.json as string);
    });
  }

  private tell(seat: Seat, actor_id: string, user_id: string, data: string): void {
    const { room_id } = seat;
    this.news.invited(user_id, data, actor_id);
    const about = { kind: 'room', id: room_id };
    this.notifications.notify({ user_id, actor_id, type: 'room_invitation', about, data: { room_id } });
    const staff = isForeign(seat) && (seat.is_private || !seat.role);
    this.outbox.record({ type: 'room.invited', actor_id, data: { room_id, user_id }, staff });
  }
}

/** To a public room whoever is in it; to a private one those who administer it. */
function mayInvite(seat: Seat): void {
  if (administers(seat)) return;
  if (seat.is_private) throw forbidden();
  if (!seat.role) throw outside();
}

function welcome(guest: Guest | undefined): Guest {
  if (!guest) throw notFound('User');
  if (guest.is_blocked) throw new Refusal(403, 'You cannot invite this user');
  if (guest.is_banned) throw new Refusal(409, 'User is banned from this room');
  if (guest.is_member) throw new Refusal(409, 'User is already a member of this room');
  return guest;
}
