import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller.js';
import { Database } from '../../../platform/database/database.js';
import { isUuid } from '../../../platform/database/uuid.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { MemberRepository } from '../members/member.repository.js';
import { mayModerate, overrules } from '../members/rank.js';
import { RoomAccess } from '../room-access.js';

/** Somebody whom an administrator of the room deals with. */
export interface Moderated {
  room_id: string;
  user_id: string;
  moderator_id: string;
  is_member: boolean;
  /** Only that he is staff lets the moderator do it. */
  staff: boolean;
}

/** Who may moderate whom: nobody himself, nobody the owner, and admins only by the owner and staff. */
@Injectable()
export class RoomRules {
  constructor(
    private readonly members: MemberRepository,
    private readonly access: RoomAccess,
    private readonly database: Database,
  ) {}

  /** Does it while nobody else comes, goes or writes. */
  moderating<T>(
    id: string,
    caller: Caller,
    user_id: string,
    work: (about: Moderated) => Promise<T>,
  ): Promise<T> {
    if (user_id === caller.id) throw new Refusal(400, 'You cannot moderate yourself');
    return this.database.transaction(async () => {
      const seat = await this.access.ruled(id, caller);
      const target = isUuid(user_id) && (await this.members.target(seat.room_id, user_id));
      if (!target) throw notFound('User');
      mayModerate(seat, target);
      const { room_id } = seat;
      const about = { room_id, user_id, moderator_id: caller.id, is_member: target.role !== null };
      return work({ ...about, staff: overrules(seat, target) });
    });
  }
}
