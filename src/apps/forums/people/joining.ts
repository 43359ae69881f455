import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { ForumMember } from '../entities/forum-member.entity.js';
import type { Forum } from '../entities/forum.entity.js';
import { Counters } from '../keeping/counters.js';
import { MemberRepository } from './member.repository.js';

@AppProvider()
export class Joining {
  constructor(
    private readonly members: MemberRepository,
    private readonly counters: Counters,
  ) {}

  /** Adds the user if they are not a member; the row stays locked, so that their changes here run one at a time. */
  async enter({ id }: Pick<Forum, 'id'>, userId: string): Promise<ForumMember> {
    const come = await this.members.join(id, userId);
    if (come) this.counters.members(id, 1);
    const member = come ?? ((await this.members.lock(id, userId)) as ForumMember);
    if (member.banned) throw new Refusal(409, 'You are banned from this forum');
    return member;
  }

  /** Undefined if the user was not a member. */
  async leave({ id }: Pick<Forum, 'id'>, userId: string): Promise<ForumMember | undefined> {
    const gone = await this.members.leave(id, userId);
    if (gone) this.counters.members(id, -1);
    return gone;
  }
}
