import { IsInt, Min } from 'class-validator';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/action.js';
import { PostView } from '../forums.views.js';
import { Entrance } from '../places/entrance.js';
import { EditPost } from '../talk/edit-post.js';
import { PostRepository } from '../talk/post.repository.js';
import { WRITING_REFUSALS } from '../talk/refusals.js';
import type { Text } from '../talk/writing.js';

class Input {
  @Uuid() post_id!: string;
  @Written(1, 50_000) body!: string;
  @Optional() @Written(1, 200) reason?: string;
  /** Of the text that was changed. */
  @IsInt() @Min(0) base_edit_count!: number;
}

class Result {
  @Nested(() => PostView) post!: PostView;
}

@Action('update-post', {
  access: 'authenticated',
  changes: true,
  about: 'post',
  why: 'reason',
  description: 'Changes what a post says; how it was before is kept.',
  input: Input,
  result: Result,
  refuses: {
    ...WRITING_REFUSALS,
    404: ['Forum not found', 'Post not found'],
    409: [...WRITING_REFUSALS[409], 'Post was changed', 'Edit time is over'],
  },
})
export class UpdatePost {
  constructor(
    private readonly entrance: Entrance,
    private readonly edit: EditPost,
    private readonly posts: PostRepository,
  ) {}

  async prepare({ input: { post_id, ...change }, caller }: Call<Input>): Promise<Text> {
    return this.edit.prepare(await this.entrance.post(post_id, caller), caller, change);
  }

  async run({ input, caller, prepared: text }: Call<Input, undefined, undefined, Text>) {
    const { post_id, ...change } = input;
    const place = await this.entrance.lockPost(post_id, caller);
    await this.edit.apply(place, caller, change, text);
    return { post: await this.posts.view(post_id, caller.id, place.standing.countsAsStaff) };
  }
}
