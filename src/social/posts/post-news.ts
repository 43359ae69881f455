import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { RawJson } from '../../platform/http/raw-json.js';
import type { Stream } from '../../realtime/event-type.js';
import { Realtime } from '../../realtime/realtime.js';
import { FollowersThere } from '../follows/followers-there.js';
import { FEED_NEW, POST_DELETED, POST_UPDATED } from '../social.events.js';
import { type LockedPost, PostRepository, type PostRow, type TitledPost } from './post.repository.js';

/** What is heard of posts. */
@Injectable()
export class PostNews {
  constructor(
    private readonly posts: PostRepository,
    private readonly followers: FollowersThere,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  written({ id, user_id, status }: PostRow): void {
    this.outbox.record({ type: `post.${status}`, actor_id: user_id, data: { post_id: id } });
    if (status === 'published') this.appeared(id, user_id);
  }

  async edited(before: LockedPost, status: PostRow['status'], actorId: string): Promise<void> {
    const { id, user_id } = before;
    const appears = status === 'published' && before.status === 'draft';
    const type = appears ? 'post.published' : 'post.changed';
    this.outbox.record({ type, actor_id: actorId, data: { post_id: id }, staff: actorId !== user_id });
    await this.updated({ id, user_id, status }, before.status, actorId);
    if (appears && !before.published_at) this.appeared(id, user_id);
  }

  /**
   * What is not published goes to its author's own stream: whoever comes to the post later reads in its stream what
   * was said there before.
   */
  async updated(post: PostRow, was: PostRow['status'], actorId: string | null): Promise<void> {
    const isPublic = post.status === 'published';
    const streams: Stream[] = isPublic ? [`post:${post.id}`] : [];
    if (!isPublic || was !== 'published') streams.push(`user:${post.user_id}`);
    this.realtime.emit(POST_UPDATED, streams, new RawJson(await this.posts.told(post.id)), actorId);
    if (!isPublic && was === 'published') this.realtime.recheck({ stream: `post:${post.id}` });
  }

  /** Who of the staff decided, others are not told. */
  async reviewed(
    { id, user_id, title, status: was }: LockedPost,
    status: PostRow['status'],
    adminId: string,
  ) {
    const type = status === 'flagged' ? 'admin.post_flagged' : 'admin.post_restored';
    const data = { post_id: id, user_id, title, before: { status: was }, after: { status } };
    this.outbox.record({ type, actor_id: adminId, data, staff: true });
    await this.updated({ id, user_id, status }, was, null);
  }

  deleted({ id, user_id, title }: TitledPost, actorId: string, staff: boolean): void {
    const data = { post_id: id, ...(staff && { user_id, title }) };
    this.outbox.record({ type: 'post.deleted', actor_id: actorId, data, staff });
    this.gone(id, actorId);
  }

  /** With all that its author had. */
  gone(id: string, actorId: string): void {
    this.realtime.emit(POST_DELETED, `post:${id}`, { post_id: id }, actorId);
  }

  private appeared(post_id: string, user_id: string): void {
    this.followers.tell(FEED_NEW, user_id, { post_id, user_id, at: new Date() });
  }
}
