import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import type { Blog } from '../blogs/blog.entity.js';
import { POST, type Post } from '../posts/post.entity.js';
import { PostRepository } from '../posts/post.repository.js';
import { PostsService } from '../posts/posts.service.js';
import { PostDetails } from '../posts/post.views.js';

class Input {
  @Uuid() post_id!: string;
}

class Result extends answerWith('post', () => PostDetails) {}

@Action('unpublish-post', {
  access: 'owner',
  target: POST,
  changes: true,
  description: 'Makes a draft of a post that is scheduled, published or in the trash.',
  input: Input,
  result: Result,
  refuses: { 409: ['Post is already a draft'] },
})
export class UnpublishPost {
  constructor(
    private readonly posts: PostRepository,
    private readonly shown: PostsService,
  ) {}

  async run({ target: { id, status }, parent: blog }: Call<Input, Post, Blog>): Promise<Result> {
    if (status === 'draft') throw new Refusal(409, 'Post is already a draft');
    const post = await this.posts.change(id, { status: 'draft', publish_at: null, trashed_at: null });
    return { post: await this.shown.show(post, blog) };
  }
}
