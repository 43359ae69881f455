import { IsIn } from 'class-validator';
import { Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import { FLAG_REASONS, type FlagReason } from '../entities/post-review.entity.js';
import { MessageResult } from '../forums.views.js';
import { Flagging } from '../keeping/flagging.js';
import { Entrance } from '../places/entrance.js';

class Input {
  @Uuid() post_id!: string;
  @IsIn(FLAG_REASONS) reason!: FlagReason;
  /** What the reason is, where it is another. */
  @Optional() @Written(1, 500) note?: string;
}

@Action('flag-post', {
  access: 'authenticated',
  changes: true,
  about: { post: 'post_id' },
  description: 'Asks the moderators to look at a post. What trusted members have flagged is hidden until then.',
  input: Input,
  result: MessageResult,
  refuses: {
    400: ['Cannot flag your own post', 'Note is required'],
    404: ['Forum not found', 'Post not found'],
    409: ['Already flagged', 'Daily flag limit reached', 'You are banned from this forum'],
  },
})
export class FlagPost {
  constructor(
    private readonly entrance: Entrance,
    private readonly flagging: Flagging,
  ) {}

  async run({ input: { post_id, reason, note }, caller }: Call<Input>) {
    if (reason === 'other' && note === undefined) throw new Refusal(400, 'Note is required');
    await this.flagging.holdTurn(caller.id);
    const place = await this.entrance.lockPost(post_id, caller, { stubs: true });
    const { post, standing } = place;
    if (post.owner_id === caller.id) throw new Refusal(400, 'Cannot flag your own post');
    if (post.status === 'deleted') throw notFound('Post');
    if (standing.member?.banned) throw new Refusal(409, 'You are banned from this forum');
    await this.flagging.flag(place, caller, reason, note ?? null);
    return { message: 'Thank you, the moderators will look at it' };
  }
}
