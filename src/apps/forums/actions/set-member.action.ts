import { IsBoolean, IsIn } from 'class-validator';
import { Instant, Nested, Nullable, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { forbidden, invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import { presentMember } from '../forums.presenter.js';
import { MemberView } from '../forums.views.js';
import { Discipline } from '../people/discipline.js';
import { Entrance } from '../places/entrance.js';

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

class Result {
  @Nested(() => MemberView) member!: MemberView;
}

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
    private readonly entrance: Entrance,
    private readonly discipline: Discipline,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { forum_id, user_id, suspended_until: until, ...measures } = input;
    const place = await this.entrance.staffed(forum_id, caller);
    if (user_id === caller.id) throw new Refusal(400, 'Cannot act on yourself');
    if (measures.role && !place.standing.isOwner) throw forbidden();
    if ((until || measures.banned) && !measures.reason) throw new Refusal(400, 'Reason is required');
    if (until && Date.parse(until) <= Date.now())
      throw invalid({ field: 'suspended_until', message: 'suspended_until must be in the future' });
    const suspended_until = until ? new Date(until) : (until as null | undefined);
    const member = await this.discipline.apply(place, user_id, caller.id, { ...measures, suspended_until });
    return { member: presentMember(member) };
  }
}
