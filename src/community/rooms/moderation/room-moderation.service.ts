import { Injectable } from '@nestjs/common';
import { EventsService } from '../../../events/events.service.js';
import type { Caller } from '../../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../../platform/database/database.service.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { notFound, refusal } from '../../../platform/http/refusal.js';
import { RoomAccessService } from '../access/room-access.service.js';
import { moderatesAsStaff, requireMayModerate } from '../access/room.policy.js';
import { RoomInvitationsService } from '../invitations/room-invitations.service.js';
import { type MuteTerm, UserModerated } from '../members/room-members.events.js';
import { RoomMembersService } from '../members/room-members.service.js';
import type {
  BanAnswer,
  KickAnswer,
  ModerationAction,
  ModerationLogAnswer,
  MuteAnswer,
} from './room-moderation.dto.js';
import { LOG_PAGE, RoomModerationRepository } from './room-moderation.repository.js';

export const ownAccount = refusal(400, 'You cannot moderate yourself');

interface ModerationTarget {
  room_id: string;
  user_id: string;
  moderator_id: string;
  is_member: boolean;
  /** True if only the site role lets the moderator do it. */
  staff: boolean;
}

/** Mutes and bans also concern users who are not members. Repeated requests change nothing and announce nothing. */
@Injectable()
export class RoomModerationService {
  constructor(
    private readonly moderation: RoomModerationRepository,
    private readonly access: RoomAccessService,
    private readonly members: RoomMembersService,
    private readonly invitations: RoomInvitationsService,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  mute(roomId: string, caller: Caller, userId: string, minutes: number | null): Promise<MuteAnswer> {
    return this.moderate(roomId, caller, userId, async (target) => {
      const { room_id, user_id } = target;
      const end = await this.moderation.mute(room_id, user_id, minutes);
      const term = { duration_minutes: minutes, expires_at: end ?? null };
      if (end !== undefined) this.record(target, 'mute', term);
      return asAnswer({ moderation: { action: 'mute', user_id, room_id, ...term } });
    });
  }

  /** Ends a mute or a ban. */
  lift(roomId: string, caller: Caller, userId: string, action: 'mute' | 'ban'): Promise<void> {
    return this.moderate(roomId, caller, userId, async (target) => {
      const isLifted = await this.moderation.lift(target.room_id, target.user_id, action);
      if (isLifted) this.record(target, `un${action}`);
    });
  }

  ban(roomId: string, caller: Caller, userId: string): Promise<BanAnswer> {
    return this.moderate(roomId, caller, userId, async (target) => {
      const { room_id, user_id, moderator_id } = target;
      if (await this.moderation.insertIfAbsent({ room_id, user_id, action: 'ban' })) {
        await this.invitations.remove(room_id, user_id, moderator_id);
        if (target.is_member) await this.members.remove(room_id, user_id, 'banned', moderator_id);
        this.record(target, 'ban');
      }
      return asAnswer({ moderation: { action: 'ban', user_id, room_id, is_banned: true } });
    });
  }

  kick(roomId: string, caller: Caller, userId: string): Promise<KickAnswer> {
    return this.moderate(roomId, caller, userId, async (target) => {
      const { room_id, user_id, moderator_id } = target;
      if (!target.is_member) throw notFound('Member');
      await this.members.remove(room_id, user_id, 'kicked', moderator_id);
      this.record(target, 'kick');
      return asAnswer({ moderation: { action: 'kick', user_id, room_id } });
    });
  }

  async listLog(roomId: string, caller: Caller, query: PageQuery): Promise<ModerationLogAnswer> {
    const slice = LOG_PAGE.read(query);
    const { room_id } = await this.access.requireAdministered(roomId, caller);
    const { rows, next_cursor } = await this.moderation.page(room_id, slice);
    return { log: rows, next_cursor };
  }

  /** Writes the room's moderation log and announces the operation. */
  private record({ moderator_id, ...target }: ModerationTarget, action: ModerationAction, term?: MuteTerm): void {
    const { room_id, user_id } = target;
    this.moderation.insertEntry({ room_id, user_id, moderator_id, action, ...term });
    this.events.announce(UserModerated, { ...target, action, term }, moderator_id);
  }

  /** Runs `work` in a transaction that holds the room's lock, after the checks that all these operations share. */
  private moderate<T>(
    roomId: string,
    caller: Caller,
    user_id: string,
    work: (target: ModerationTarget) => Promise<T>,
  ): Promise<T> {
    if (user_id === caller.id) throw ownAccount();
    return this.database.transaction(async () => {
      const membership = await this.access.lockAdministered(roomId, caller);
      const { room_id } = membership;
      const user = await this.access.findUser(room_id, user_id);
      if (!user) throw notFound('User');
      requireMayModerate(membership, user);
      const staff = moderatesAsStaff(membership, user);
      return work({ room_id, user_id, moderator_id: caller.id, is_member: user.role !== null, staff });
    });
  }
}
