import { IsInt } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import type { Blog } from '../blogs/blog.entity.js';
import { type Drawn, PostDraftsService } from '../posts/post-drafts.service.js';
import { POST, type Post } from '../posts/post.entity.js';
import { changedElsewhere, expectReadable, inTrash, NEEDS_TEXT } from '../posts/post-refusals.js';
import { PostRepository } from '../posts/post.repository.js';
import { PostsService } from '../posts/posts.service.js';
import { PostDetails } from '../posts/post.views.js';
import type { Revision } from '../revisions/revision.entity.js';
import { RevisionRepository } from '../revisions/revision.repository.js';

class Input {
  @Uuid() post_id!: string;
  /** To restore. */
  @IsInt() version!: number;
  /** Of the copy that the caller has seen. */
  @IsInt() current_version!: number;
}

class Result extends answerWith('post', () => PostDetails) {}

interface Restored {
  revision: Revision;
  drawn: Drawn;
}

@Action('restore-revision', {
  access: 'owner',
  target: POST,
  changes: true,
  description: 'Makes a revision the text of its post again; readers of a published post see it at once.',
  input: Input,
  result: Result,
  refuses: {
    400: [NEEDS_TEXT],
    404: ['Revision not found'],
    409: ['Post was changed elsewhere', 'Post is in the trash'],
  },
})
export class RestoreRevision {
  constructor(
    private readonly posts: PostRepository,
    private readonly revisions: RevisionRepository,
    private readonly drafts: PostDraftsService,
    private readonly shown: PostsService,
  ) {}

  /** The text of a version changes only with the version of the post, which `run` compares. */
  async prepare({ input, target }: Preparation<Input, Post, Blog>): Promise<Restored> {
    const revision = await this.revisions.the({ post_id: target.id, version: input.version }, 'Revision');
    return { revision, drawn: await this.drafts.drawn(revision.body_markdown, target.owner_id) };
  }

  async run({ input, target, parent: blog, prepared }: Call<Input, Post, Blog, Restored>): Promise<Result> {
    const { revision, drawn } = prepared;
    if (target.status === 'trashed') throw inTrash();
    if (input.current_version !== target.version) throw changedElsewhere(target);
    const { title, excerpt } = revision;
    expectReadable({ status: target.status, title, body_markdown: drawn.body_markdown });
    const slug = await this.shown.changedSlug(target, undefined, title);
    const post = await this.posts.edit(target, { ...drawn, title, excerpt, slug, edited_at: new Date() });
    await this.revisions.keep(post, post, 'restore');
    return { post: await this.shown.show(post, blog) };
  }
}
