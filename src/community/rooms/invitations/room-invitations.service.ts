import { Injectable } from '@nestjs/common';
import { EventsService } from '../../../events/events.service.js';
import type { Caller } from '../../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../../platform/database/database.service.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { forbidden, notFound, refusal } from '../../../platform/http/refusal.js';
import { RoomAccessService } from '../access/room-access.service.js';
import { actsAsStaff, mayAdminister, mayRead, notMember, type RoomMembership } from '../access/room.policy.js';
import type { InvitationAnswer, InvitationsAnswer } from '../rooms.dto.js';
import { type InvitedUser, RoomInvitationRepository } from './room-invitation.repository.js';
import {
  InvitationChanged,
  InvitationConsumed,
  InvitationRemoved,
  UserInvited,
  UserUninvited,
} from './room-invitations.events.js';

export const ownInvitation = refusal(400, 'You cannot invite yourself');
export const cannotInvite = refusal(403, 'You cannot invite this user');
export const bannedUser = refusal(409, 'User is banned from this room');
export const alreadyMember = refusal(409, 'User is already a member of this room');

@Injectable()
export class RoomInvitationsService {
  constructor(
    private readonly invitations: RoomInvitationRepository,
    private readonly access: RoomAccessService,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(userId: string, query: PageQuery): Promise<InvitationsAnswer> {
    const { rows, next_cursor } = await this.invitations.pageForUser(userId, query);
    return { invitations: rows, next_cursor };
  }

  /** Answers the earlier invitation if the user has one already. */
  create(roomId: string, caller: Caller, user_id: string): Promise<InvitationAnswer> {
    if (user_id === caller.id) throw ownInvitation();
    return this.database.transaction(async () => {
      const membership = await this.access.lockReadable(roomId, caller);
      requireMayInvite(membership);
      const { room_id } = membership;
      const found = await this.invitations.findInvitedUser(room_id, user_id, caller.id);
      const { room } = requireInvitable(found);
      const created = await this.invitations.insertIfAbsent({ room_id, user_id, invited_by: caller.id });
      if (created) {
        const staff = actsAsStaff(membership) && (membership.is_private || !membership.role);
        this.events.announce(UserInvited, { invitation: created, room, staff }, caller.id);
      }
      return asAnswer({ invitation: created ?? (await this.invitations.the({ room_id, user_id }, 'Invitation')) });
    });
  }

  /** The recipient, the inviter and those who administer the room may remove an invitation. */
  delete(roomId: string, caller: Caller, user_id: string): Promise<void> {
    return this.database.transaction(async () => {
      const isOwn = user_id === caller.id;
      // The recipient cannot read a private room yet, and may refuse the invitation nevertheless.
      const membership = isOwn
        ? await this.access.lock(roomId, caller)
        : await this.access.lockReadable(roomId, caller);
      const { room_id } = membership;
      const known = await this.invitations.findOne({ room_id, user_id }, { select: ['invited_by'] });
      if (!known) throw notFound(mayRead(membership) ? 'Invitation' : 'Room');
      const isConcerned = isOwn || known.invited_by === caller.id;
      if (!isConcerned && !mayAdminister(membership)) throw forbidden();
      await this.remove(room_id, user_id, caller.id);
      const staff = !isConcerned && actsAsStaff(membership);
      this.events.announce(InvitationRemoved, { room_id, user_id, staff }, caller.id);
    });
  }

  /** Removes the invitation, if there is one, and announces it to its recipient. */
  async remove(room_id: string, user_id: string, actorId: string): Promise<void> {
    if (await this.consume(room_id, user_id)) this.events.announce(UserUninvited, { room_id, user_id }, actorId);
  }

  /** Deletes the invitation with its notification. Returns false if there was none. */
  async consume(room_id: string, user_id: string): Promise<boolean> {
    const removed = await this.invitations.deleteOne({ room_id, user_id });
    if (removed?.invited_by) {
      this.events.announce(InvitationConsumed, { room_id, user_id, invited_by: removed.invited_by }, user_id);
    }
    return removed !== undefined;
  }

  /** Before the inviter's account is deleted: their invitations stay, without an inviter. */
  async removeInviter(inviterId: string): Promise<void> {
    for (const { room, ...invitation } of await this.invitations.removeInviter(inviterId)) {
      this.events.announce(InvitationChanged, { invitation, room }, inviterId);
    }
  }
}

/** Members may invite to a public room; only those who administer it may invite to a private one. */
function requireMayInvite(membership: RoomMembership): void {
  if (mayAdminister(membership)) return;
  if (membership.is_private) throw forbidden();
  if (!membership.role) throw notMember();
}

function requireInvitable(user: InvitedUser | undefined): InvitedUser {
  if (!user) throw notFound('User');
  if (user.is_blocked) throw cannotInvite();
  if (user.is_banned) throw bannedUser();
  if (user.is_member) throw alreadyMember();
  return user;
}
