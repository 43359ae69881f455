import { IsBoolean, IsInt } from 'class-validator';
import { Nested, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import { Entrance } from '../places/entrance.js';
import { Liking } from '../talk/liking.js';

class Input {
  @Uuid() post_id!: string;
  @Optional() @IsBoolean() liked?: boolean;
}

class LikedPost {
  @Uuid() id!: string;
  @IsInt() like_count!: number;
  @IsBoolean() liked!: boolean;
}

class Result {
  @Nested(() => LikedPost) post!: LikedPost;
}

@Action('like-post', {
  access: 'authenticated',
  changes: true,
  about: 'post',
  description: 'Likes a post, or takes that back.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Cannot like your own post'],
    404: ['Forum not found', 'Post not found'],
    409: [
      'Daily like limit reached',
      'You are suspended until {time}',
      'You are banned from this forum',
      'Forum is read-only',
    ],
  },
})
export class LikePost {
  constructor(
    private readonly entrance: Entrance,
    private readonly liking: Liking,
  ) {}

  async run({ input: { post_id, liked = true }, caller }: Call<Input>) {
    if (liked) await this.liking.holdTurn(caller.id);
    const place = await this.entrance.lockPost(post_id, caller);
    const { post, standing } = place;
    if (post.owner_id === caller.id) throw new Refusal(400, 'Cannot like your own post');
    const refusal = standing.refusal();
    if (refusal) throw refusal;
    if (post.status !== 'visible') throw notFound('Post');
    const like_count = await (liked ? this.liking.like(place, caller.id) : this.liking.unlike(place, caller.id));
    return { post: { id: post_id, like_count, liked } };
  }
}
