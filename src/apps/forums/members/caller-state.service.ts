import { IsBoolean, IsInt, IsString } from 'class-validator';
import { AppProvider } from '../../kernel/app-provider.js';
import { Nested, Nullable, Time } from '../../../platform/http/fields.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ForumsSettings } from '../forums.settings.js';
import { type ForumPermissions, NEWCOMER } from '../access/forum-access.service.js';
import { PostRepository } from '../posts/post.repository.js';
import { TrackingRepository } from '../topics/tracking.repository.js';

class LimitsView {
  /** What is left for today, and the most links and mentions of one post; null where there is no limit. */
  @Nullable() @IsInt() topics_left!: number | null;
  @Nullable() @IsInt() replies_left!: number | null;
  @Nullable() @IsInt() links!: number | null;
  @Nullable() @IsInt() mentions!: number | null;
}

export class MeView {
  /** Null for a user who is not a member. */
  @Nullable() @IsString() role!: string | null;
  @IsBoolean() trusted!: boolean;
  @IsBoolean() banned!: boolean;
  @Nullable() @Time() suspended_until!: Date | null;
  @Nested(() => LimitsView) limits!: LimitsView;
  /** Followed topics with new posts. */
  @IsInt() unread!: number;
}

const FREE: LimitsView = { topics_left: null, replies_left: null, links: null, mentions: null };

/** The caller's state in a forum, and what they may still do in it. */
@AppProvider()
export class CallerStateService {
  constructor(
    private readonly posts: PostRepository,
    private readonly tracking: TrackingRepository,
    private readonly settings: AppSettings,
  ) {}

  async of(permissions: ForumPermissions): Promise<MeView | null> {
    const { caller, forum, member, role, isTrusted: trusted, isSuspended } = permissions;
    if (!caller) return null;
    const [unread, limits] = await Promise.all([
      this.tracking.countUnread(caller.id, [forum.id]),
      trusted ? FREE : this.limits(permissions, caller.id),
    ]);
    return {
      role,
      trusted,
      banned: member?.banned ?? false,
      suspended_until: isSuspended ? (member?.suspended_until ?? null) : null,
      limits,
      unread: unread.get(forum.id) ?? 0,
    };
  }

  private async limits({ forum, isInFirstDay }: ForumPermissions, userId: string): Promise<LimitsView> {
    const owner = await this.settings.of(ForumsSettings, forum.owner_id);
    if (!owner.newcomer_limits) return FREE;
    const { topics, replies, links, mentions } = NEWCOMER;
    if (!isInFirstDay) return { ...FREE, links, mentions };
    const day = await this.posts.pace(forum.id, userId, null);
    return {
      topics_left: Math.max(0, topics - day.topics),
      replies_left: Math.max(0, replies - day.replies),
      links,
      mentions,
    };
  }
}
