import { Injectable } from '@nestjs/common';
import { Files } from '../../files/files.js';
import type { Caller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { PollRepository } from '../polls/poll.repository.js';
import { PostNews } from './post-news.js';
import { changeable } from './post.policy.js';
import { type LockedPost, PostRepository } from './post.repository.js';
import { PostText } from './post-text.js';
import type { CreatePostInput, UpdatePostInput } from './posts.io.js';

/** Each answers the post as JSON. */
@Injectable()
export class WritePost {
  constructor(
    private readonly posts: PostRepository,
    private readonly polls: PollRepository,
    private readonly files: Files,
    private readonly text: PostText,
    private readonly database: Database,
    private readonly news: PostNews,
  ) {}

  async create(userId: string, input: CreatePostInput): Promise<string> {
    const { status = 'published', is_sensitive = false, is_ai_generated = false, media_ids = [] } = input;
    const { title = null, content = null, poll } = await this.text.clean(input);
    return this.database.transaction(async () => {
      const post = { user_id: userId, title, content, status, is_sensitive, is_ai_generated };
      const id = await this.posts.insert(post);
      await this.files.attach(media_ids, userId);
      await this.posts.addMedia(id, media_ids);
      if (poll) await this.polls.create(id, poll);
      if (status === 'published') await this.text.tellNamed(id, userId, { title, content });
      this.news.written({ id, user_id: userId, status });
      return this.posts.show(id, userId);
    });
  }

  async edit(id: string, caller: Caller, input: UpdatePostInput): Promise<string> {
    if (!isUuid(id)) throw notFound('Post');
    const words = await this.text.clean(input);
    return this.database.transaction(async () => {
      const post = changeable<LockedPost>(await this.posts.lock(id), caller);
      const { title = post.title, content = post.content } = words;
      const { is_sensitive = post.is_sensitive } = input;
      // Staff has taken it away: its author may mend it, and does not bring it back.
      const status = post.status === 'flagged' ? post.status : (input.status ?? post.status);
      const appears = status === 'published' && post.status === 'draft';
      const after = { title, content, status, is_sensitive };
      if (changes(post, after)) {
        await this.posts.update(post.id, after);
        // What nobody has seen so far is new to everybody on the day they see it.
        if (appears && !post.published_at) await this.posts.appear(post.id);
        if (status === 'published') await this.text.tellNamed(post.id, post.user_id, { title, content });
        await this.news.edited(post, status, caller.id);
      }
      return this.posts.show(post.id, caller.id);
    });
  }
}

const changes = (before: LockedPost, after: Partial<LockedPost>) =>
  Object.entries(after).some(([field, value]) => value !== before[field as keyof LockedPost]);
