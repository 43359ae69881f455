import { IsBoolean } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import type { Blog } from '../blogs/blog.entity.js';
import { POST, type Post } from '../posts/post.entity.js';
import { inTrash } from '../posts/post-refusals.js';
import { PostRepository } from '../posts/post.repository.js';

class Input {
  @Uuid() post_id!: string;
  @Optional() @IsBoolean() permanent?: boolean;
}

@Action('delete-post', {
  access: 'owner',
  target: POST,
  changes: true,
  description: 'Moves a post to the trash, which is emptied after 30 days; `permanent` deletes one that is there.',
  input: Input,
  result: MessageResult,
  refuses: { 409: ['Post is in the trash', 'Post is not in the trash'] },
})
export class DeletePost {
  constructor(private readonly posts: PostRepository) {}

  async run({ input, target: { id, status } }: Call<Input, Post, Blog>): Promise<MessageResult> {
    if (input.permanent) {
      if (status !== 'trashed') throw new Refusal(409, 'Post is not in the trash');
      await this.posts.delete({ id });
      return { message: 'Post deleted' };
    }
    if (status === 'trashed') throw inTrash();
    await this.posts.change(id, { status: 'trashed', publish_at: null, trashed_at: new Date() });
    return { message: 'Post moved to the trash' };
  }
}
