import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { asAnswer } from '../../../platform/database/operation-answer.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { isUuid } from '../../../platform/database/uuid.js';
import type { ExportNode } from '../../../platform/exports/export-node.js';
import { RawJson } from '../../../platform/http/raw-json.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { RoomAccessService } from '../access/room-access.service.js';
import { moderatesAsStaff, requireMayModerate } from '../access/room.policy.js';
import { RoomInvitationsService } from '../invitations/room-invitations.service.js';
import { RoomMembersService } from '../members/room-members.service.js';
import { type ModerationTarget, RoomModerationEventsService } from './room-moderation-events.service.js';
import type { BanAnswer, KickAnswer, MuteAnswer } from './room-moderation.dto.js';
import { RoomModerationRepository } from './room-moderation.repository.js';

/** Mutes and bans also concern users who are not members. Repeated requests change nothing and announce nothing. */
@Injectable()
export class RoomModerationService {
  constructor(
    private readonly moderation: RoomModerationRepository,
    private readonly access: RoomAccessService,
    private readonly members: RoomMembersService,
    private readonly invitations: RoomInvitationsService,
    private readonly events: RoomModerationEventsService,
    private readonly database: DatabaseService,
  ) {}

  mute(roomId: string, caller: Caller, userId: string, minutes: number | null): Promise<MuteAnswer> {
    return this.moderate(roomId, caller, userId, async (target) => {
      const { room_id, user_id } = target;
      const end = await this.moderation.mute(room_id, user_id, minutes);
      const term = { duration_minutes: minutes, expires_at: end ?? null };
      if (end !== undefined) this.events.userMuted(target, term);
      return asAnswer({ moderation: { action: 'mute', user_id, room_id, ...term } });
    });
  }

  unmute(roomId: string, caller: Caller, userId: string): Promise<void> {
    return this.moderate(roomId, caller, userId, async (target) => {
      const isLifted = await this.moderation.lift(target.room_id, target.user_id, 'mute');
      if (isLifted) this.events.userUnmuted(target);
    });
  }

  ban(roomId: string, caller: Caller, userId: string): Promise<BanAnswer> {
    return this.moderate(roomId, caller, userId, async (target) => {
      const { room_id, user_id, moderator_id } = target;
      if (await this.moderation.ban(room_id, user_id)) {
        await this.invitations.remove(room_id, user_id, moderator_id);
        if (target.is_member) await this.members.remove(room_id, user_id, 'banned', moderator_id);
        this.events.userBanned(target);
      }
      return asAnswer({ moderation: { action: 'ban', user_id, room_id, is_banned: true } });
    });
  }

  unban(roomId: string, caller: Caller, userId: string): Promise<void> {
    return this.moderate(roomId, caller, userId, async (target) => {
      const isLifted = await this.moderation.lift(target.room_id, target.user_id, 'ban');
      if (isLifted) this.events.userUnbanned(target);
    });
  }

  kick(roomId: string, caller: Caller, userId: string): Promise<KickAnswer> {
    return this.moderate(roomId, caller, userId, async (target) => {
      const { room_id, user_id, moderator_id } = target;
      if (!target.is_member) throw notFound('Member');
      await this.members.remove(room_id, user_id, 'kicked', moderator_id);
      this.events.memberKicked(target);
      return asAnswer({ moderation: { action: 'kick', user_id, room_id } });
    });
  }

  async listLog(roomId: string, caller: Caller, query: PageQuery): Promise<RawJson> {
    const slice = this.moderation.slice(query);
    const { room_id } = await this.access.requireAdministered(roomId, caller);
    return new RawJson(await this.moderation.page(room_id, slice));
  }

  exportForUser(userId: string): ExportNode {
    return this.moderation.exportForUser(userId);
  }

  /** Runs `work` in a transaction that holds the room's lock, after the checks that all these operations share. */
  private moderate<T>(
    roomId: string,
    caller: Caller,
    user_id: string,
    work: (target: ModerationTarget) => Promise<T>,
  ): Promise<T> {
    if (user_id === caller.id) throw new Refusal(400, 'You cannot moderate yourself');
    return this.database.transaction(async () => {
      const membership = await this.access.lockAdministered(roomId, caller);
      const { room_id } = membership;
      const user = isUuid(user_id) && (await this.members.findUser(room_id, user_id));
      if (!user) throw notFound('User');
      requireMayModerate(membership, user);
      const staff = moderatesAsStaff(membership, user);
      return work({ room_id, user_id, moderator_id: caller.id, is_member: user.role !== null, staff });
    });
  }
}
