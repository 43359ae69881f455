import { IsBoolean } from 'class-validator';
import type { Caller } from '../../../platform/access/caller.js';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import type { PostStatus } from '../entities/post.entity.js';
import { PostView } from '../forums.views.js';
import { PostStates } from '../keeping/post-states.js';
import { ReviewRepository } from '../keeping/review.repository.js';
import { Entrance, type InPost } from '../places/entrance.js';
import { PostRepository } from '../talk/post.repository.js';

const REGRET_MS = 24 * 3_600_000;

class Input {
  @Uuid() post_id!: string;
  @Optional() @IsBoolean() restore?: boolean;
  @Optional() @Written(1, 200) reason?: string;
}

class Result {
  @Nested(() => PostView) post!: PostView;
}

@Action('delete-post', {
  access: 'authenticated',
  changes: true,
  about: 'post',
  why: 'reason',
  description: 'Takes a post away, of which the place is left; or brings it back.',
  input: Input,
  result: Result,
  refuses: {
    403: ['Forbidden'],
    404: ['Forum not found', 'Post not found'],
    409: ['Delete the topic instead'],
  },
})
export class DeletePost {
  constructor(
    private readonly entrance: Entrance,
    private readonly states: PostStates,
    private readonly reviews: ReviewRepository,
    private readonly posts: PostRepository,
  ) {}

  async run({ input: { post_id, restore = false }, caller }: Call<Input>) {
    const place = await this.entrance.lockPost(post_id, caller);
    const { post, standing } = place;
    if (post.owner_id !== caller.id && !standing.isStaff) throw forbidden();
    if (restore !== (post.status === 'deleted')) throw notFound('Post');
    await this.states.set(place, restore ? await this.restored(place, caller) : this.gone(place), caller.id);
    return { post: await this.posts.view(post_id, caller.id, standing.countsAsStaff) };
  }

  private gone({ post, standing }: InPost): PostStatus {
    if (post.number === 1) throw new Refusal(409, 'Delete the topic instead');
    // What others have hidden does not come back by being deleted and restored.
    if (post.status === 'hidden' && !standing.isStaff) throw forbidden();
    return 'deleted';
  }

  private async restored({ post, standing }: InPost, caller: Caller): Promise<PostStatus> {
    const isRegret = post.deleted_by === caller.id && Date.now() - (post.deleted_at?.getTime() ?? 0) < REGRET_MS;
    if (!isRegret && !standing.isStaff) throw forbidden();
    const open = await this.reviews.open(post.id);
    return open.some(({ kind }) => kind === 'approval') ? 'pending' : 'visible';
  }
}
