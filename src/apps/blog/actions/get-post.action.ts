import { IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BlogAddressesService } from '../blogs/blog-addresses.service.js';
import type { Blog } from '../blogs/blog.entity.js';
import { POST, type Post } from '../posts/post.entity.js';
import { pendingView, PostsService } from '../posts/posts.service.js';
import { PendingView, PostDetails } from '../posts/post.views.js';
import { RevisionRepository } from '../revisions/revision.repository.js';

class Input {
  @Uuid() post_id!: string;
}

class Result extends answerWith('post', () => PostDetails) {
  @Nullable() @Nested(() => PendingView) pending!: PendingView | null;
  /** Shows the newest revision to everybody who has this address. */
  @IsString() preview_url!: string;
}

@Action('get-post', {
  access: 'owner',
  target: POST,
  description: 'A post for its editor, with what was saved by itself after the live text.',
  input: Input,
  result: Result,
})
export class GetPost {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly shown: PostsService,
    private readonly addresses: BlogAddressesService,
  ) {}

  async run({ target: post, parent: blog }: Call<Input, Post, Blog>): Promise<Result> {
    const [shown, pending, home] = await Promise.all([
      this.shown.show(post, blog),
      this.revisions.pendingOf(post),
      this.addresses.homeOf(blog),
    ]);
    const preview_url = `${home}/preview/${post.id}?token=${post.preview_token}`;
    return { post: shown, pending: pendingView(pending), preview_url };
  }
}
