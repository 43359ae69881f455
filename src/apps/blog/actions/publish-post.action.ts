import { answerWith } from '../../../platform/http/answers.js';
import { Instant, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import type { Blog } from '../blogs/blog.entity.js';
import { PublishDueJob } from '../jobs/publish-due.job.js';
import { POST, type Post } from '../posts/post.entity.js';
import { expectComplete, inTrash } from '../posts/post-refusals.js';
import { PostRepository } from '../posts/post.repository.js';
import { PostsService } from '../posts/posts.service.js';
import { PostDetails } from '../posts/post.views.js';

const MOST_YEARS = 2;
const INCOMPLETE = 'A post needs a title and a body to be published';

class Input {
  @Uuid() post_id!: string;
  /** In the future: scheduled. In the past: dated back. */
  @Optional() @Instant() publish_at?: string;
}

class Result extends answerWith('post', () => PostDetails) {}

@Action('publish-post', {
  access: 'owner',
  target: POST,
  changes: true,
  description: 'Makes a post public now, at a time to come, or with a date in the past.',
  input: Input,
  result: Result,
  refuses: {
    400: [INCOMPLETE, 'publish_at is too far ahead'],
    409: ['Post is already published', 'Post is in the trash'],
  },
})
export class PublishPost {
  constructor(
    private readonly posts: PostRepository,
    private readonly shown: PostsService,
    private readonly jobs: JobsService,
    private readonly publishDue: PublishDueJob,
  ) {}

  async run({ input, target: post, parent: blog }: Call<Input, Post, Blog>): Promise<Result> {
    if (post.status === 'trashed') throw inTrash();
    if (post.status === 'published') throw new Refusal(409, 'Post is already published');
    expectComplete(post, INCOMPLETE);
    const now = new Date();
    const at = input.publish_at === undefined ? undefined : new Date(input.publish_at);
    if (at && at > now) return { post: await this.shown.show(await this.schedule(post, at, now), blog) };
    // A post that was public before keeps its place.
    const live = await this.posts.goLive(post.id, at ?? post.published_at ?? now);
    return { post: await this.shown.show(live, blog) };
  }

  private async schedule({ id }: Post, at: Date, now: Date): Promise<Post> {
    const latest = new Date(now);
    latest.setUTCFullYear(latest.getUTCFullYear() + MOST_YEARS);
    if (at > latest) throw new Refusal(400, 'publish_at is too far ahead');
    await this.jobs.enqueue(this.publishDue, {}, Math.ceil((at.getTime() - now.getTime()) / 1000));
    return this.posts.change(id, { status: 'scheduled', publish_at: at });
  }
}
