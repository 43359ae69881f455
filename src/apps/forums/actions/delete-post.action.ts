import { IsBoolean } from 'class-validator';
import type { Caller } from '../../../platform/access/access.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import type { PostStatus } from '../posts/post.entity.js';
import { PostView } from '../posts/post.views.js';
import { PostStatusService } from '../posts/post-status.service.js';
import { ReviewRepository } from '../moderation/review.repository.js';
import { ForumAccessService, type PostContext } from '../access/forum-access.service.js';
import { PostRepository } from '../posts/post.repository.js';

const REGRET_MS = 24 * 3_600_000;

class Input {
  @Uuid() post_id!: string;
  @Optional() @IsBoolean() restore?: boolean;
  @Optional() @Written(1, 200) reason?: string;
}

class Result extends answerWith('post', () => PostView) {}

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
    private readonly access: ForumAccessService,
    private readonly statuses: PostStatusService,
    private readonly reviews: ReviewRepository,
    private readonly posts: PostRepository,
  ) {}

  async run({ input: { post_id, restore = false }, caller }: Call<Input>) {
    const context = await this.access.lockPost(post_id, caller);
    const { post, permissions } = context;
    if (post.owner_id !== caller.id && !permissions.isStaff) throw forbidden();
    if (restore !== (post.status === 'deleted')) throw notFound('Post');
    await this.statuses.changeStatus(
      context,
      restore ? await this.restored(context, caller) : this.gone(context),
      caller.id,
    );
    return { post: await this.posts.loadView(post_id, caller.id, permissions.countsAsStaff) };
  }

  private gone({ post, permissions }: PostContext): PostStatus {
    if (post.number === 1) throw new Refusal(409, 'Delete the topic instead');
    // What others have hidden does not come back by being deleted and restored.
    if (post.status === 'hidden' && !permissions.isStaff) throw forbidden();
    return 'deleted';
  }

  private async restored({ post, permissions }: PostContext, caller: Caller): Promise<PostStatus> {
    const isRegret = post.deleted_by === caller.id && Date.now() - (post.deleted_at?.getTime() ?? 0) < REGRET_MS;
    if (!isRegret && !permissions.isStaff) throw forbidden();
    const open = await this.reviews.listOpen(post.id);
    return open.some(({ kind }) => kind === 'approval') ? 'pending' : 'visible';
  }
}
