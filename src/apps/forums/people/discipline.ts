import { AppProvider } from '../../kernel/app-provider.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import type { ForumMember } from '../entities/forum-member.entity.js';
import { ForumNews } from '../forum-news.js';
import { CleanUp } from '../keeping/clean-up.js';
import { Counters } from '../keeping/counters.js';
import type { InForum } from '../places/entrance.js';
import { ForumRepository } from '../places/forum.repository.js';
import { MemberRepository } from './member.repository.js';

const MOST_MODERATORS = 50;

export interface Measures {
  role?: ForumMember['role'];
  trusted?: boolean;
  /** Null lifts it. */
  suspended_until?: Date | null;
  banned?: boolean;
  reason?: string;
  delete_posts?: boolean;
}

/** What the staff of a forum does to a member of it. */
@AppProvider()
export class Discipline {
  constructor(
    private readonly members: MemberRepository,
    private readonly forums: ForumRepository,
    private readonly cleanUp: CleanUp,
    private readonly counters: Counters,
    private readonly news: ForumNews,
  ) {}

  async apply({ forum, standing }: InForum, userId: string, by: string, measures: Measures): Promise<ForumMember> {
    const { delete_posts, ...change } = measures;
    if (userId === forum.owner_id) throw forbidden();
    if (change.role === 'moderator') await this.forums.hold(`moderators of ${forum.id}`);
    const flooded = change.banned && delete_posts ? await this.cleanUp.prepare(forum.id, userId) : [];
    const before = await this.members.lock(forum.id, userId);
    if (!before) throw notFound('Member');
    if (before.role === 'moderator' && !standing.isOwner) throw forbidden();
    if (change.role === 'moderator' && before.role === 'member') await this.hasRoom(forum.id, before);
    const now = await this.members.update(before.id, {
      ...change,
      ...(change.trusted !== undefined && { trust_is_set: true }),
      ...(change.banned && { role: 'member' }),
      ...(change.suspended_until && { suspensions: before.suspensions + 1 }),
    });
    this.counters.members(forum.id, Number(isIn(now)) - Number(isIn(before)));
    if (flooded.length) await this.cleanUp.run(forum.id, userId, by, flooded);
    this.tell(forum, before, now, by);
    return now;
  }

  private async hasRoom(forumId: string, member: ForumMember): Promise<void> {
    if (!isIn(member)) throw notFound('Member');
    if ((await this.members.countModerators(forumId)) >= MOST_MODERATORS)
      throw new Refusal(409, 'Moderator limit reached');
  }

  private tell(forum: InForum['forum'], before: ForumMember, now: ForumMember, by: string): void {
    const until = now.suspended_until?.getTime();
    if (until && until !== before.suspended_until?.getTime()) this.news.standing('suspended', forum, now, by);
    if (!until && isSuspended(before)) this.news.standing('suspension_lifted', forum, now, by);
    if (now.banned !== before.banned) this.news.standing(now.banned ? 'banned' : 'unbanned', forum, now, by);
    else if (now.role !== before.role) this.news.standing('role_changed', forum, now, by);
  }
}

const isIn = ({ left_at, banned }: ForumMember) => !left_at && !banned;
const isSuspended = ({ suspended_until }: ForumMember) => (suspended_until?.getTime() ?? 0) > Date.now();
