import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Invitations } from '../invitations/invitations.js';
import { RoomAccess } from '../room-access.js';
import { RoomNews } from '../room-news.js';
import { RoomRepository } from '../room.repository.js';
import { banned, type Seat, sees } from '../seat.js';
import { MemberRepository } from './member.repository.js';

/** Coming and going; what has happened already is answered as it is. */
@Injectable()
export class Membership {
  constructor(
    private readonly members: MemberRepository,
    private readonly rooms: RoomRepository,
    private readonly access: RoomAccess,
    private readonly invitations: Invitations,
    private readonly news: RoomNews,
    private readonly database: Database,
  ) {}

  /** Answers the member as JSON. An invitation opens a private room, and is used up. */
  join(id: string, caller: Caller): Promise<string> {
    return this.database.transaction(async () => {
      const seat = await this.access.seat(id, caller);
      const { room_id } = seat;
      const known = seat.role && (await this.members.find(room_id, caller.id));
      if (known) return known;
      mayEnter(seat, await this.invitations.use(room_id, caller.id));
      const role = seat.is_owner ? 'admin' : 'member';
      const { json, profile } = await this.members.insert(room_id, caller.id, role);
      this.news.joined({ room_id, user_id: caller.id, role, profile }, await this.rooms.show(room_id));
      return json;
    });
  }

  leave(id: string, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const { room_id, role } = await this.access.held(id, caller);
      if (!role) return;
      await this.members.delete(room_id, caller.id);
      this.news.left(room_id, caller.id, 'left', caller.id);
      await this.fillIn([room_id], caller.id);
    });
  }

  /** Until whoever goes leaves no room without an admin, as long as anybody is there. */
  async fillIn(roomIds: string[], actorId: string): Promise<void> {
    for (const { room_id, user_id } of await this.members.promote(roomIds)) {
      this.news.role(room_id, user_id, 'admin', actorId);
    }
  }
}

function mayEnter(seat: Seat, isInvited: boolean): void {
  if (seat.is_banned) throw seat.is_private ? notFound('Room') : banned();
  if (!sees(seat) && !isInvited) throw notFound('Room');
}
