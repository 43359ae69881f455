import { IsBoolean } from 'class-validator';
import { Chars, Nested, Optional } from '../../../platform/http/input/fields.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import { presentMember } from '../forums.presenter.js';
import { MemberView } from '../forums.views.js';
import { Joining } from '../people/joining.js';
import { Entrance, type InForum } from '../places/entrance.js';
import { ForumKeyFields } from '../places/forum.inputs.js';

class Input extends ForumKeyFields {
  @Optional() @Chars(1, 40) code?: string;
  @Optional() @IsBoolean() leave?: boolean;
}

class Result {
  @Nested(() => MemberView) member!: MemberView;
}

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
    private readonly entrance: Entrance,
    private readonly joining: Joining,
  ) {}

  async run({ input: { code, leave = false, ...key }, caller }: Call<Input>) {
    const place = await this.entrance.anyForum(key, caller);
    if (!leave && !place.standing.isMember) this.mayJoin(place, code);
    return {
      member: presentMember(leave ? await this.left(place, caller.id) : await this.joined(place, caller.id)),
    };
  }

  private joined({ forum }: InForum, userId: string) {
    return this.joining.enter(forum, userId);
  }

  private async left({ forum, standing }: InForum, userId: string) {
    if (!standing.mayRead) throw notFound('Forum');
    if (forum.owner_id === userId) throw new Refusal(409, 'The owner cannot leave');
    const gone = await this.joining.leave(forum, userId);
    if (!gone) throw notFound('Member');
    return gone;
  }

  /** A forum for members alone tells nobody that it is there, but who has its code. */
  private mayJoin({ forum, standing }: InForum, code: string | undefined): void {
    const { join_policy, join_code, visibility, status } = forum;
    const isInvited = join_policy === 'open' || (join_policy === 'code' && code === join_code);
    const isHidden = visibility === 'members' || status === 'archived';
    if (isHidden && (!isInvited || status === 'archived')) throw notFound('Forum');
    if (standing.member?.banned) throw new Refusal(409, 'You are banned from this forum');
    if (join_policy === 'closed') throw new Refusal(409, 'Joining is closed');
    if (!isInvited) throw forbidden();
  }
}
