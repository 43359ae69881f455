import { IsBoolean, IsIn } from 'class-validator';
import type { Caller } from '../../../platform/access/access.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Instant, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { forbidden, invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { present } from '../../kernel/rows/view.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ForumAccessService, ForumPermissions } from '../access/forum-access.service.js';
import { CounterRepository } from '../counter.repository.js';
import { ForumNotificationsService, type MemberChange } from '../forum-notifications.service.js';
import { MemberView } from '../forums/forum.views.js';
import { Forum, type ForumMember } from '../forums/forum.entity.js';
import { ForumRepository } from '../forums/forum.repository.js';
import { MemberRepository } from '../members/member.repository.js';
import { CleanUpRepository } from '../moderation/clean-up.repository.js';
import type { Topic } from '../topics/topic.entity.js';

const MOST_MODERATORS = 50;

class Input {
  @Uuid() forum_id!: string;
  @Uuid() user_id!: string;
  @Optional() @IsIn(['member', 'moderator']) role?: 'member' | 'moderator';
  @Optional() @IsBoolean() trusted?: boolean;
  @Optional() @Nullable() @Instant() suspended_until?: string | null;
  @Optional() @IsBoolean() banned?: boolean;
  @Optional() @Written(1, 300) reason?: string;
  @Optional() @IsBoolean() delete_posts?: boolean;
}

class Result extends answerWith('member', () => MemberView) {}

@Action('set-member', {
  access: 'authenticated',
  changes: true,
  about: 'member',
  why: 'reason',
  description: "Sets a member's role and trust, or suspends or bans them.",
  input: Input,
  result: Result,
  refuses: {
    400: ['Cannot act on yourself', 'Reason is required'],
    403: ['Forbidden'],
    404: ['Forum not found', 'Member not found'],
    409: ['Moderator limit reached'],
  },
})
export class SetMember {
  constructor(
    private readonly access: ForumAccessService,
    private readonly members: MemberRepository,
    private readonly forums: ForumRepository,
    private readonly cleanUp: CleanUpRepository,
    private readonly counters: CounterRepository,
    private readonly notifications: ForumNotificationsService,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { forum_id, user_id, delete_posts, ...change } = input;
    const { forum, permissions } = await this.access.loadModeratedForum(forum_id, caller);
    checkInput(input, caller, permissions);
    if (user_id === forum.owner_id) throw forbidden();
    if (change.role === 'moderator') await this.forums.lockByName(`moderators of ${forum.id}`);
    // Topics are locked before members, as everywhere.
    const topics = change.banned && delete_posts ? await this.cleanUp.lockTopics(forum.id, user_id) : [];
    const before = await this.members.the({ forum_id, user_id }, 'Member', { lock: 'no key update' });
    if (before.role === 'moderator' && !permissions.isOwner) throw forbidden();
    if (change.role === 'moderator' && before.role === 'member') await this.checkModerator(before);
    const suspended_until = change.suspended_until ? new Date(change.suspended_until) : change.suspended_until;
    const now = await this.members.change(before.id, {
      ...change,
      suspended_until: suspended_until as Date | null | undefined,
      ...(change.trusted !== undefined && { trust_is_set: true }),
      ...(change.banned && { role: 'member' }),
      ...(suspended_until && { suspensions: before.suspensions + 1 }),
    });
    this.counters.countMembers(forum.id, Number(isMember(now)) - Number(isMember(before)));
    if (topics.length) await this.deletePosts(now, caller.id, topics);
    this.notify(forum, before, now, caller.id);
    return { member: present(MemberView, now) };
  }

  private async checkModerator(member: ForumMember): Promise<void> {
    if (!isMember(member)) throw notFound('Member');
    const { forum_id } = member;
    const count = await this.members.countWhere({ forum_id, role: 'moderator', left_at: null, banned: false });
    if (count >= MOST_MODERATORS) throw new Refusal(409, 'Moderator limit reached');
  }

  private async deletePosts({ forum_id, user_id }: ForumMember, by: string, locked: Topic[]): Promise<void> {
    const before = new Map(locked.map((topic) => [topic.id, topic]));
    const after = await this.cleanUp.deletePosts(forum_id, user_id, by, [...before.keys()]);
    const posts = -after.reduce((all, { seen }) => all + seen, 0);
    const changed = after.map((topic): [Topic | undefined, Topic] => [before.get(topic.id), topic]);
    this.counters.countTopics(forum_id, changed, { user_id, posts });
  }

  private notify(forum: Forum, before: ForumMember, now: ForumMember, by: string): void {
    const until = now.suspended_until?.getTime();
    const notify = (change: MemberChange) => this.notifications.notifyMember(change, forum, now, by);
    if (until && until !== before.suspended_until?.getTime()) notify('suspended');
    if (!until && (before.suspended_until?.getTime() ?? 0) > Date.now()) notify('suspension_lifted');
    if (now.banned !== before.banned) notify(now.banned ? 'banned' : 'unbanned');
    else if (now.role !== before.role) notify('role_changed');
  }
}

function checkInput(input: Input, caller: Caller, permissions: ForumPermissions): void {
  const { user_id, role, suspended_until: until, banned, reason } = input;
  if (user_id === caller.id) throw new Refusal(400, 'Cannot act on yourself');
  if (role && !permissions.isOwner) throw forbidden();
  if ((until || banned) && !reason) throw new Refusal(400, 'Reason is required');
  if (until && Date.parse(until) <= Date.now())
    throw invalid({ field: 'suspended_until', message: 'suspended_until must be in the future' });
}

const isMember = ({ left_at, banned }: ForumMember) => !left_at && !banned;
