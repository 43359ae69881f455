import { Injectable } from '@nestjs/common';
import { EventsService } from '../../../events/events.service.js';
import type { Caller } from '../../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../../platform/database/database.service.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { RawJson } from '../../../platform/http/raw-json.js';
import { notFound, refusal } from '../../../platform/http/refusal.js';
import { RoomInvitationsService } from '../invitations/room-invitations.service.js';
import { RoomAccessService } from '../access/room-access.service.js';
import { banned, mayRead, moderatesAsStaff, requireMayModerate, type RoomMembership } from '../access/room.policy.js';
import type { Room } from '../room.entity.js';
import { RoomRepository } from '../room.repository.js';
import { type MemberRow, MEMBERS_PAGE, RoomMemberRepository } from './room-member.repository.js';
import type { MemberAnswer, MemberRoleAnswer, RoleInput } from '../rooms.dto.js';
import { type LeaveReason, MemberJoined, MemberLeft, RoleChanged } from './room-members.events.js';

export const ownRole = refusal(400, 'You cannot change your own role');
export const lastAdmin = refusal(409, 'The last admin cannot be demoted');

/** Repeated requests change nothing and announce nothing. */
@Injectable()
export class RoomMembersService {
  constructor(
    private readonly members: RoomMemberRepository,
    private readonly rooms: RoomRepository,
    private readonly access: RoomAccessService,
    private readonly invitations: RoomInvitationsService,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(roomId: string, caller: Caller, query: PageQuery): Promise<RawJson> {
    const slice = MEMBERS_PAGE.read(query);
    const { room_id } = await this.access.requireReadable(roomId, caller);
    return new RawJson(await this.members.page(room_id, slice));
  }

  /** A private room needs an invitation. Joining consumes it. */
  join(roomId: string, caller: Caller): Promise<MemberAnswer> {
    return this.database.transaction(async () => {
      const membership = await this.access.lock(roomId, caller);
      const { room_id } = membership;
      const known = membership.role && (await this.members.findOne({ room_id, user_id: caller.id }));
      if (known) return memberAnswer(known);
      requireMayJoin(membership, await this.invitations.consume(room_id, caller.id));
      const role = membership.is_owner ? 'admin' : 'member';
      const { profile, ...member } = await this.members.join(room_id, caller.id, role);
      const room = await this.rooms.the({ id: room_id }, 'Room');
      this.events.announce(MemberJoined, { room_id, user_id: caller.id, role, profile, room }, caller.id);
      return memberAnswer(member);
    });
  }

  leave(roomId: string, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const { room_id, role } = await this.access.lockReadable(roomId, caller);
      if (role) await this.remove(room_id, caller.id, 'left', caller.id);
    });
  }

  changeRole(roomId: string, caller: Caller, { role, user_id }: RoleInput): Promise<MemberRoleAnswer> {
    if (user_id === caller.id) throw ownRole();
    return this.database.transaction(async () => {
      const membership = await this.access.lockAdministered(roomId, caller);
      const { room_id } = membership;
      const target = await this.access.findUser(room_id, user_id);
      if (!target?.role) throw notFound('Member');
      const answer = { member: { user_id, room_id, role } };
      if (target.role === role) return answer;
      requireMayModerate(membership, target);
      if (role === 'member' && !(await this.members.hasOtherAdmin(room_id, user_id))) throw lastAdmin();
      await this.members.update({ room_id, user_id }, { role });
      const staff = moderatesAsStaff(membership, target);
      this.events.announce(RoleChanged, { member: { room_id, user_id, role }, staff }, caller.id);
      return answer;
    });
  }

  /** Removes a member. The caller of this method holds the lock of the room. */
  async remove(room_id: string, user_id: string, reason: LeaveReason, actorId: string): Promise<void> {
    await this.members.delete({ room_id, user_id });
    this.events.announce(MemberLeft, { room_id, user_id, reason }, actorId);
    await this.promoteWhereNoAdmin([room_id], actorId);
  }

  /**
   * Before an account is deleted: removes the user from all rooms and hands the rooms they own to another member.
   * Returns these rooms; the owner is null where no member is left.
   */
  async removeFromAll(userId: string): Promise<Room[]> {
    const roomIds = await this.members.lockRoomsOfUser(userId);
    for (const room_id of await this.members.deleteByUser(userId)) {
      this.events.announce(MemberLeft, { room_id, user_id: userId, reason: 'left' }, userId);
    }
    await this.promoteWhereNoAdmin(roomIds, userId);
    return this.members.transferOwnership(userId);
  }

  /** A room that has members always has an admin. */
  private async promoteWhereNoAdmin(roomIds: string[], actorId: string): Promise<void> {
    for (const { room_id, user_id } of await this.members.promoteOldest(roomIds)) {
      this.events.announce(RoleChanged, { member: { room_id, user_id, role: 'admin' } }, actorId);
    }
  }
}

const memberAnswer = ({ user_id, room_id, role, joined_at }: MemberRow): MemberAnswer =>
  asAnswer({ member: { user_id, room_id, role, joined_at, is_banned: false } });

function requireMayJoin(membership: RoomMembership, isInvited: boolean): void {
  if (membership.is_banned) throw membership.is_private ? notFound('Room') : banned();
  if (!mayRead(membership) && !isInvited) throw notFound('Room');
}
