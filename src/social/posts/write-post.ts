import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Files } from '../../files/files.js';
import { Notifications } from '../../notifications/notifications.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import { PollRepository } from '../polls/poll.repository.js';
import { type LockedPost, PostRepository, type PostRow } from './post.repository.js';
import { PostText } from './post-text.js';
import type { CreatePostInput, UpdatePostInput } from './posts.io.js';

/** Each inside a transaction of the caller's, and with words that were filtered before it. */
@Injectable()
export class WritePost {
  constructor(
    private readonly posts: PostRepository,
    private readonly polls: PollRepository,
    private readonly files: Files,
    private readonly text: PostText,
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
  ) {}

  async create(userId: string, input: CreatePostInput): Promise<string> {
    const {
      status = 'published',
      is_sensitive = false,
      is_ai_generated = false,
      media_ids = [],
      title = null,
      content = null,
      poll,
    } = input;
    const id = await this.posts.insert({
      user_id: userId,
      title,
      content,
      status,
      is_sensitive,
      is_ai_generated,
    });
    await this.files.attach(media_ids, userId);
    await this.posts.addMedia(id, media_ids);
    if (poll) await this.polls.create(id, poll);
    if (status === 'published') await this.text.tellNamed(id, userId, { title, content });
    await this.outbox.record({ type: `post.${status}`, actor_id: userId, data: { post_id: id } });
    return id;
  }

  async edit(id: string, caller: Caller, input: UpdatePostInput): Promise<void> {
    const post = changeable<LockedPost>(await this.posts.lock(id), caller);
    const { title = post.title, content = post.content, is_sensitive } = input;
    // Staff has taken it away: its author may mend it, and does not bring it back.
    const status = post.status === 'flagged' ? post.status : (input.status ?? post.status);
    const appears = status === 'published' && post.status === 'draft';
    await this.posts.update(id, {
      title,
      content,
      status,
      ...(is_sensitive !== undefined && { is_sensitive }),
    });
    // What nobody has seen so far is new to everybody on the day they see it.
    if (appears && !post.published_at) await this.posts.appear(id);
    if (status === 'published') await this.text.tellNamed(id, post.user_id, { title, content });
    const type = appears ? 'post.published' : 'post.changed';
    await this.outbox.record({ type, actor_id: caller.id, data: { post_id: id } });
  }

  async delete(id: string, caller: Caller): Promise<void> {
    changeable(await this.posts.lockToDelete(id), caller);
    await this.files.release(await this.posts.filesOf(id));
    await this.notifications.forget({ kind: 'post', id });
    await this.notifications.forget({ kind: 'comment', id: await this.posts.commentsOf(id) });
    await this.posts.delete(id);
    await this.outbox.record({ type: 'post.deleted', actor_id: caller.id, data: { post_id: id } });
  }
}

function changeable<Row extends PostRow>(post: Row | undefined, caller: Caller): Row {
  const mayChange = post && (post.user_id === caller.id || isAdmin(caller));
  if (!post || (!mayChange && post.status !== 'published')) throw notFound('Post');
  if (!mayChange) throw forbidden();
  return post;
}
