import { randomBytes } from 'node:crypto';
import { answerWith } from '../../../platform/http/answers.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { BlogRepository } from '../blogs/blog.repository.js';
import { BlogSettings } from '../blog.settings.js';
import { type Drawn, PostDraftsService } from '../posts/post-drafts.service.js';
import { plainOf, PostFields, tagsOf } from '../posts/post.inputs.js';
import { PostRepository } from '../posts/post.repository.js';
import { PostsService } from '../posts/posts.service.js';
import { PostDetails } from '../posts/post.views.js';
import { RevisionRepository } from '../revisions/revision.repository.js';

const MOST_POSTS = 5000;
/** 32 characters. */
const TOKEN_BYTES = 24;

class Input extends PostFields {}

class Result extends answerWith('post', () => PostDetails) {}

@Action('create-post', {
  access: 'authenticated',
  changes: true,
  about: 'post',
  description: 'Makes a draft in the blog of the caller. Every field may be left out, so an editor can open at once.',
  input: Input,
  result: Result,
  refuses: { 409: ['Start your blog first', 'Slug is already used', 'Post limit reached'] },
})
export class CreatePost {
  constructor(
    private readonly blogs: BlogRepository,
    private readonly posts: PostRepository,
    private readonly revisions: RevisionRepository,
    private readonly drafts: PostDraftsService,
    private readonly shown: PostsService,
    private readonly settings: AppSettings,
  ) {}

  prepare({ input, caller }: Preparation<Input>): Promise<Drawn> {
    return this.drafts.drawn(input.body_markdown ?? '', caller.id);
  }

  async run({ input, caller, prepared: drawn }: Call<Input, undefined, undefined, Drawn>): Promise<Result> {
    const blog = await this.blogs.findOne({ owner_id: caller.id }, { lock: 'no key update' });
    if (!blog) throw new Refusal(409, 'Start your blog first');
    if ((await this.posts.countWhere({ blog_id: blog.id })) >= MOST_POSTS) throw new Refusal(409, 'Post limit reached');
    const { default_visibility, default_tags } = await this.settings.of(BlogSettings, caller.id);
    const post = await this.posts.insert({
      visibility: default_visibility,
      ...present(plainOf(input)),
      tags: tagsOf(input.tags ?? default_tags),
      ...drawn,
      blog_id: blog.id,
      owner_id: caller.id,
      slug: await this.shown.slugOfNew(blog.id, input.slug, input.title ?? ''),
      preview_token: randomBytes(TOKEN_BYTES).toString('base64url'),
      edited_at: new Date(),
    });
    await this.revisions.keep(post, post, 'save');
    return { post: await this.shown.show(post, blog) };
  }
}

/** A field that was not given keeps its default. */
const present = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
