import { IsBoolean, IsInt } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import type { Blog } from '../blogs/blog.entity.js';
import { type Drawn, PostDraftsService } from '../posts/post-drafts.service.js';
import { POST, type Post } from '../posts/post.entity.js';
import { plainOf, PostFields } from '../posts/post.inputs.js';
import { changedElsewhere, expectReadable, inTrash, NEEDS_TEXT } from '../posts/post-refusals.js';
import { PostRepository } from '../posts/post.repository.js';
import { pendingView, PostsService } from '../posts/posts.service.js';
import { PendingView, PostDetails } from '../posts/post.views.js';
import { type RevisionText, RevisionRepository } from '../revisions/revision.repository.js';

class Input extends PostFields {
  @Uuid() post_id!: string;
  /** Of the copy that was edited. */
  @IsInt() version!: number;
  @Optional() @IsBoolean() autosave?: boolean;
}

class Result extends answerWith('post', () => PostDetails) {
  @Nullable() @Nested(() => PendingView) pending!: PendingView | null;
}

@Action('update-post', {
  access: 'owner',
  target: POST,
  changes: true,
  description:
    'Saves a post and adds a revision. An autosave of a published post adds a revision only: readers keep the text until a save.',
  input: Input,
  result: Result,
  refuses: { 400: [NEEDS_TEXT], 409: ['Post was changed elsewhere', 'Post is in the trash', 'Slug is already used'] },
})
export class UpdatePost {
  constructor(
    private readonly posts: PostRepository,
    private readonly revisions: RevisionRepository,
    private readonly drafts: PostDraftsService,
    private readonly shown: PostsService,
  ) {}

  /** The text if it was given. */
  async prepare({ input, target }: Preparation<Input, Post, Blog>): Promise<Drawn | undefined> {
    return input.body_markdown === undefined ? undefined : this.drafts.drawn(input.body_markdown, target.owner_id);
  }

  async run({ input, target, parent: blog, prepared }: Call<Input, Post, Blog, Drawn | undefined>): Promise<Result> {
    if (target.status === 'trashed') throw inTrash();
    if (input.version !== target.version) throw changedElsewhere(target);
    if (input.autosave && target.status === 'published') return this.keep(input, target, blog, prepared);
    const post = await this.save(input, target, prepared);
    await (input.autosave ? this.revisions.autosave(post, post) : this.revisions.keep(post, post, 'save'));
    return { post: await this.shown.show(post, blog), pending: null };
  }

  private async save(input: Input, before: Post, drawn: Drawn | undefined): Promise<Post> {
    const plain = plainOf(input);
    const { title = before.title } = plain;
    expectReadable({ status: before.status, title, body_markdown: input.body_markdown ?? before.body_markdown });
    const slug = await this.shown.changedSlug(before, input.slug, title);
    const post = await this.posts.edit(before, { ...plain, ...drawn, slug, edited_at: new Date() });
    await this.shown.slugChanged(before, post);
    return post;
  }

  /** Beside the live text: what was given, over what was saved by itself before. */
  private async keep(input: Input, live: Post, blog: Blog, drawn: Drawn | undefined): Promise<Result> {
    const before: RevisionText = (await this.revisions.pendingOf(live)) ?? live;
    const { title = before.title, excerpt = before.excerpt } = plainOf(input);
    const { body_markdown, word_count } = drawn ?? before;
    const post = await this.posts.edit(live, {});
    const pending = await this.revisions.autosave(post, { title, body_markdown, excerpt, word_count });
    return { post: await this.shown.show(post, blog), pending: pendingView(pending) };
  }
}
