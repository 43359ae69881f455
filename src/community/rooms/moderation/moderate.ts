import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Invitations } from '../invitations/invitations.js';
import { MemberRepository } from '../members/member.repository.js';
import { Membership } from '../members/membership.js';
import type { Leaving } from '../room-events.js';
import { ModerationNews } from './moderation-news.js';
import type { BanView, KickView, MuteView } from './moderation.io.js';
import { ModerationRepository } from './moderation.repository.js';
import { type Moderated, RoomRules } from './room-rules.js';

/** Also of people who are no members; what holds already is answered as it is, and told to nobody. */
@Injectable()
export class Moderate {
  constructor(
    private readonly rules: RoomRules,
    private readonly moderation: ModerationRepository,
    private readonly members: MemberRepository,
    private readonly membership: Membership,
    private readonly invitations: Invitations,
    private readonly news: ModerationNews,
  ) {}

  mute(id: string, caller: Caller, userId: string, minutes: number | null): Promise<MuteView> {
    return this.rules.moderating(id, caller, userId, async (about) => {
      const { room_id, user_id } = about;
      const end = await this.moderation.mute(room_id, user_id, minutes);
      const lasts = { duration_minutes: minutes, expires_at: end ?? null };
      if (end !== undefined) this.news.muted(about, lasts);
      return { action: 'mute', user_id, room_id, ...lasts };
    });
  }

  unmute(id: string, caller: Caller, userId: string): Promise<void> {
    return this.rules.moderating(id, caller, userId, async (about) => {
      if (await this.moderation.lift(about.room_id, about.user_id, 'mute')) this.news.unmuted(about);
    });
  }

  ban(id: string, caller: Caller, userId: string): Promise<BanView> {
    return this.rules.moderating(id, caller, userId, async (about) => {
      const { room_id, user_id } = about;
      if (await this.moderation.ban(room_id, user_id)) {
        await this.invitations.remove(room_id, user_id, about.moderator_id);
        if (about.is_member) await this.remove(about, 'banned');
        this.news.banned(about);
      }
      return { action: 'ban', user_id, room_id, is_banned: true };
    });
  }

  unban(id: string, caller: Caller, userId: string): Promise<void> {
    return this.rules.moderating(id, caller, userId, async (about) => {
      if (await this.moderation.lift(about.room_id, about.user_id, 'ban')) this.news.unbanned(about);
    });
  }

  kick(id: string, caller: Caller, userId: string): Promise<KickView> {
    return this.rules.moderating(id, caller, userId, async (about) => {
      if (!about.is_member) throw notFound('Member');
      await this.remove(about, 'kicked');
      this.news.kicked(about);
      return { action: 'kick', user_id: about.user_id, room_id: about.room_id };
    });
  }

  private async remove({ room_id, user_id, moderator_id }: Moderated, reason: Leaving): Promise<void> {
    await this.members.delete(room_id, user_id);
    this.news.left(room_id, user_id, reason, moderator_id);
    await this.membership.fillIn([room_id], moderator_id);
  }
}
