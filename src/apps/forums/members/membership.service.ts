import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Forum, ForumMember } from '../forums/forum.entity.js';
import { CounterRepository } from '../counter.repository.js';
import { MemberRepository } from './member.repository.js';

@AppProvider()
export class MembershipService {
  constructor(
    private readonly members: MemberRepository,
    private readonly counters: CounterRepository,
  ) {}

  /** Adds the user if they are not a member; the row stays locked, so that their changes here run one at a time. */
  async join({ id }: Pick<Forum, 'id'>, userId: string): Promise<ForumMember> {
    const come = await this.members.join(id, userId);
    if (come) this.counters.countMembers(id, 1);
    const member =
      come ??
      ((await this.members.findOne({ forum_id: id, user_id: userId }, { lock: 'no key update' })) as ForumMember);
    if (member.banned) throw new Refusal(409, 'You are banned from this forum');
    return member;
  }

  /** Undefined if the user was not a member. */
  async leave({ id }: Pick<Forum, 'id'>, userId: string): Promise<ForumMember | undefined> {
    const gone = await this.members.leave(id, userId);
    if (gone) this.counters.countMembers(id, -1);
    return gone;
  }
}
