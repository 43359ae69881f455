import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { RawJson } from '../../platform/http/raw-json.js';
import type { Stream } from '../../realtime/event-type.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { OnlineFollowersService } from '../follows/online-followers.service.js';
import { type LockedPost, PostRepository, type PostRow, type TitledPost } from './post.repository.js';
import { FEED_NEW, POST_DELETED, POST_UPDATED } from './posts.events.js';

type Status = PostRow['status'];

/** Announces changes of posts: domain events, realtime events, and notifications that have to go. */
@Injectable()
export class PostEventsService {
  constructor(
    private readonly posts: PostRepository,
    private readonly followers: OnlineFollowersService,
    private readonly notifications: NotificationsService,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  announceCreated({ id, user_id, status }: PostRow): void {
    this.events.record({ type: `post.${status}`, actor_id: user_id, data: { post_id: id } });
    if (status === 'published') this.hintFollowers(id, user_id);
  }

  async announceEdited(before: LockedPost, status: Status, actorId: string): Promise<void> {
    const { id, user_id } = before;
    const appears = status === 'published' && before.status === 'draft';
    const type = appears ? 'post.published' : 'post.changed';
    this.events.record({ type, actor_id: actorId, data: { post_id: id }, staff: actorId !== user_id });
    await this.emitUpdated({ id, user_id, status }, before.status, actorId);
    if (appears && !before.published_at) this.hintFollowers(id, user_id);
  }

  /**
   * A version that is not published goes to the author's own stream only, because everybody who can read the post
   * later also reads the log of the post's stream.
   */
  async emitUpdated(post: PostRow, statusBefore: Status, actorId: string | null): Promise<void> {
    const isPublic = post.status === 'published';
    const streams: Stream[] = isPublic ? [`post:${post.id}`] : [];
    if (!isPublic || statusBefore !== 'published') streams.push(`user:${post.user_id}`);
    this.realtime.emit(POST_UPDATED, streams, new RawJson(await this.posts.publicJson(post.id)), actorId);
    if (!isPublic && statusBefore === 'published') this.realtime.recheck({ stream: `post:${post.id}` });
  }

  /** The realtime event has no actor: the author is not told which admin decided. */
  async announceReviewed(before: LockedPost, status: Status, adminId: string): Promise<void> {
    const { id, user_id, title, status: statusBefore } = before;
    const type = status === 'flagged' ? 'admin.post_flagged' : 'admin.post_restored';
    const data = { post_id: id, user_id, title, before: { status: statusBefore }, after: { status } };
    this.events.record({ type, actor_id: adminId, data, staff: true });
    await this.emitUpdated({ id, user_id, status }, statusBefore, null);
  }

  announceDeleted(post: TitledPost, commentIds: string[], actorId: string, staff: boolean): void {
    const { id, user_id, title } = post;
    this.removeNotifications([id], commentIds);
    const data = { post_id: id, ...(staff && { user_id, title }) };
    this.events.record({ type: 'post.deleted', actor_id: actorId, data, staff });
    this.emitDeleted(id, actorId);
  }

  /** For the posts of an account that is deleted, and all comments below them. */
  announceDeletedWithAccount(postIds: string[], commentIds: string[], authorId: string): void {
    this.removeNotifications(postIds, commentIds);
    for (const id of postIds) this.emitDeleted(id, authorId);
  }

  private removeNotifications(postIds: string[], commentIds: string[]): void {
    this.notifications.forget({ kind: 'post', id: postIds });
    this.notifications.forget({ kind: 'comment', id: commentIds });
  }

  private emitDeleted(id: string, actorId: string): void {
    this.realtime.emit(POST_DELETED, `post:${id}`, { post_id: id }, actorId);
  }

  private hintFollowers(post_id: string, user_id: string): void {
    this.followers.sendHint(FEED_NEW, user_id, { post_id, user_id, at: new Date() });
  }
}
