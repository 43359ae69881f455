import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { asAnswer } from '../../../platform/database/operation-answer.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { isUuid } from '../../../platform/database/uuid.js';
import type { ExportNode } from '../../../platform/exports/export-node.js';
import { RawJson } from '../../../platform/http/raw-json.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { RoomAccessService } from '../access/room-access.service.js';
import { actsAsStaff, mayAdminister, mayRead, notMember, type RoomMembership } from '../access/room.policy.js';
import { RoomInvitationEventsService } from './room-invitation-events.service.js';
import { type InvitedUser, RoomInvitationRepository } from './room-invitation.repository.js';

@Injectable()
export class RoomInvitationsService {
  constructor(
    private readonly invitations: RoomInvitationRepository,
    private readonly access: RoomAccessService,
    private readonly events: RoomInvitationEventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(userId: string, query: PageQuery): Promise<RawJson> {
    return new RawJson(await this.invitations.pageForUser(userId, query));
  }

  /** Answers the earlier invitation if the user has one already. */
  create(roomId: string, caller: Caller, user_id: string): Promise<RawJson> {
    if (user_id === caller.id) throw new Refusal(400, 'You cannot invite yourself');
    return this.database.transaction(async () => {
      const membership = await this.access.lockReadable(roomId, caller);
      requireMayInvite(membership);
      const { room_id } = membership;
      const found = await this.invitations.findInvitedUser(room_id, user_id, caller.id);
      const { room } = requireInvitable(found);
      const created = await this.invitations.insert(room_id, user_id, caller.id);
      if (created) {
        const staff = actsAsStaff(membership) && (membership.is_private || !membership.role);
        const change = { room_id, user_id, actor_id: caller.id, staff };
        this.events.invitationCreated(change, `{"invitation":${created},"room":${room}}`);
      }
      const invitation = created ?? (await this.invitations.find(room_id, user_id))?.json;
      return asAnswer(new RawJson(`{"invitation":${invitation}}`));
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
      const known = isUuid(user_id) && (await this.invitations.find(room_id, user_id));
      if (!known) throw notFound(mayRead(membership) ? 'Invitation' : 'Room');
      const isConcerned = isOwn || known.invited_by === caller.id;
      if (!isConcerned && !mayAdminister(membership)) throw forbidden();
      await this.remove(room_id, user_id, caller.id);
      const staff = !isConcerned && actsAsStaff(membership);
      this.events.invitationRemoved({ room_id, user_id, actor_id: caller.id, staff });
    });
  }

  /** Removes the invitation, if there is one, and announces it to its recipient. */
  async remove(roomId: string, userId: string, actorId: string): Promise<void> {
    if (await this.consume(roomId, userId)) this.events.announceRemoval(roomId, userId, actorId);
  }

  /** Deletes the invitation with its notification. Returns false if there was none. */
  async consume(roomId: string, userId: string): Promise<boolean> {
    const removed = await this.invitations.delete(roomId, userId);
    if (removed?.invited_by) this.events.removeNotification(roomId, userId, removed.invited_by);
    return removed !== undefined;
  }

  /** Must run before the rooms are deleted. */
  async announceRoomsDeleted(roomIds: string[], actorId: string): Promise<void> {
    for (const { room_id, user_id } of await this.invitations.listByRooms(roomIds)) {
      this.events.announceRemoval(room_id, user_id, actorId);
    }
  }

  /** Before the inviter's account is deleted: their invitations stay, without an inviter. */
  async removeInviter(inviterId: string): Promise<void> {
    for (const { user_id, invitation, room } of await this.invitations.removeInviter(inviterId)) {
      this.events.announceInvitation(user_id, `{"invitation":${invitation},"room":${room}}`, inviterId);
    }
  }

  exportForUser(userId: string): ExportNode {
    return this.invitations.exportForUser(userId);
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
  if (user.is_blocked) throw new Refusal(403, 'You cannot invite this user');
  if (user.is_banned) throw new Refusal(409, 'User is banned from this room');
  if (user.is_member) throw new Refusal(409, 'User is already a member of this room');
  return user;
}
