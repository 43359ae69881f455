import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller.js';
import { Database } from '../../../platform/database/database.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { RoomAccess } from '../room-access.js';
import { RoomNews } from '../room-news.js';
import { MemberRepository } from './member.repository.js';
import type { MemberRoleView, RoleInput } from './members.io.js';
import { mayModerate, overrules } from './rank.js';

@Injectable()
export class ChangeRole {
  constructor(
    private readonly members: MemberRepository,
    private readonly access: RoomAccess,
    private readonly news: RoomNews,
    private readonly database: Database,
  ) {}

  run(id: string, caller: Caller, { role, user_id }: RoleInput): Promise<MemberRoleView> {
    if (user_id === caller.id) throw new Refusal(400, 'You cannot change your own role');
    return this.database.transaction(async () => {
      const seat = await this.access.ruled(id, caller);
      const { room_id } = seat;
      const target = await this.members.target(room_id, user_id);
      if (!target?.role) throw notFound('Member');
      if (target.role === role) return { user_id, room_id, role };
      mayModerate(seat, target);
      if (role === 'member' && !(await this.members.hasAdminBeside(room_id, user_id))) {
        throw new Refusal(409, 'The last admin cannot be demoted');
      }
      await this.members.setRole(room_id, user_id, role);
      this.news.role(room_id, user_id, role, caller.id, overrules(seat, target));
      return { user_id, room_id, role };
    });
  }
}
