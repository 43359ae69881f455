import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../events/outbox.js';
import type { Caller } from '../../../platform/access/caller.js';
import { Database } from '../../../platform/database/database.js';
import { isUuid } from '../../../platform/database/uuid.js';
import { forbidden, notFound } from '../../../platform/http/refusal.js';
import { RoomAccess } from '../room-access.js';
import { administers, isForeign, sees } from '../seat.js';
import { InvitationRepository } from './invitation.repository.js';
import { Invitations } from './invitations.js';

@Injectable()
export class TakeBackInvitation {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly removing: Invitations,
    private readonly access: RoomAccess,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** By who was invited, by who invited him, and by those who administer the room. */
  run(id: string, caller: Caller, userId: string): Promise<void> {
    return this.database.transaction(async () => {
      // Who is invited to a private room does not see it yet, and may refuse all the same.
      const isOwn = userId === caller.id;
      const seat = isOwn ? await this.access.seat(id, caller) : await this.access.held(id, caller);
      const known = isUuid(userId) && (await this.invitations.find(seat.room_id, userId));
      if (!known) throw notFound(sees(seat) ? 'Invitation' : 'Room');
      if (!isOwn && known.invited_by !== caller.id && !administers(seat)) throw forbidden();
      await this.removing.remove(seat.room_id, userId, caller.id);
      const data = { room_id: seat.room_id, user_id: userId };
      const staff = !isOwn && known.invited_by !== caller.id && isForeign(seat);
      this.outbox.record({ type: 'room.invitation_removed', actor_id: caller.id, data, staff });
    });
  }
}
