import { IsBoolean, IsIn, IsInt } from 'class-validator';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { forbidden, notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/action.js';
import { PostView } from '../forums.views.js';
import { DECISIONS, type Decision, Resolving } from '../keeping/resolving.js';
import { Entrance } from '../places/entrance.js';
import { PostRepository } from '../talk/post.repository.js';

class Input {
  @Uuid() forum_id!: string;
  @Uuid() post_id!: string;
  @IsIn(DECISIONS) decision!: Decision;
  /** False: what was agreed to be wrong stays hidden, and is not deleted. */
  @Optional() @IsBoolean() delete?: boolean;
  @Optional() @Written(1, 500) note?: string;
}

class Result {
  @Nested(() => PostView) post!: PostView;
  /** So many were open. */
  @IsInt() resolved!: number;
}

@Action('resolve-review', {
  access: 'authenticated',
  changes: true,
  about: 'post',
  why: 'note',
  description: 'Decides on a post that was flagged, or that waits to be let in.',
  input: Input,
  result: Result,
  refuses: {
    403: ['Forbidden'],
    404: ['Forum not found', 'Post not found'],
    409: ['Nothing to resolve'],
  },
})
export class ResolveReview {
  constructor(
    private readonly entrance: Entrance,
    private readonly resolving: Resolving,
    private readonly posts: PostRepository,
  ) {}

  async run({ input: { forum_id, post_id, decision, note, ...more }, caller }: Call<Input>) {
    await this.entrance.staffed(forum_id, caller);
    const place = await this.entrance.lockPost(post_id, caller);
    if (place.forum.id !== forum_id) throw notFound('Post');
    if (place.post.owner_id === caller.id) throw forbidden();
    const choice = { decision, delete: more.delete ?? true, note: note ?? null };
    const resolved = await this.resolving.resolve(place, caller, choice);
    return { post: await this.posts.view(post_id, caller.id, true), resolved };
  }
}
