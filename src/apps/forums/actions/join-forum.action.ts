import { IsBoolean } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, Optional } from '../../../platform/http/fields.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { MemberView } from '../forums/forum.views.js';
import { MembershipService } from '../members/membership.service.js';
import { ForumAccessService, type ForumContext } from '../access/forum-access.service.js';
import { ForumKeyFields } from '../forums/forum.inputs.js';

class Input extends ForumKeyFields {
  @Optional() @Chars(1, 40) code?: string;
  @Optional() @IsBoolean() leave?: boolean;
}

class Result extends answerWith('member', () => MemberView) {}

@Action('join-forum', {
  access: 'authenticated',
  changes: true,
  about: 'member',
  description: 'Joins a forum or leaves it.',
  input: Input,
  result: Result,
  refuses: {
    403: ['Forbidden'],
    404: ['Forum not found', 'Member not found'],
    409: ['Joining is closed', 'You are banned from this forum', 'The owner cannot leave'],
  },
})
export class JoinForum {
  constructor(
    private readonly access: ForumAccessService,
    private readonly memberships: MembershipService,
  ) {}

  async run({ input: { code, leave = false, ...key }, caller }: Call<Input>) {
    const context = await this.access.loadAnyForum(key, caller);
    if (!leave && !context.permissions.isMember) this.mayJoin(context, code);
    return {
      member: present(MemberView, leave ? await this.left(context, caller.id) : await this.joined(context, caller.id)),
    };
  }

  private joined({ forum }: ForumContext, userId: string) {
    return this.memberships.join(forum, userId);
  }

  private async left({ forum, permissions }: ForumContext, userId: string) {
    if (!permissions.mayRead) throw notFound('Forum');
    if (forum.owner_id === userId) throw new Refusal(409, 'The owner cannot leave');
    const gone = await this.memberships.leave(forum, userId);
    if (!gone) throw notFound('Member');
    return gone;
  }

  /** A forum for members alone tells nobody that it is there, but who has its code. */
  private mayJoin({ forum, permissions }: ForumContext, code: string | undefined): void {
    const { join_policy, join_code, visibility, status } = forum;
    const isInvited = join_policy === 'open' || (join_policy === 'code' && code === join_code);
    const isHidden = visibility === 'members' || status === 'archived';
    if (isHidden && (!isInvited || status === 'archived')) throw notFound('Forum');
    if (permissions.member?.banned) throw new Refusal(409, 'You are banned from this forum');
    if (join_policy === 'closed') throw new Refusal(409, 'Joining is closed');
    if (!isInvited) throw forbidden();
  }
}
