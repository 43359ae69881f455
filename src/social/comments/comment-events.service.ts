import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { MentionsService } from '../../notifications/mentions.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { PostCountersService } from '../posts/post-counters.service.js';
import type { PostRow } from '../posts/post.repository.js';
import type { CommentOfPost, CommentRow, Surroundings } from './comment.repository.js';
import { COMMENT_CREATED, COMMENT_DELETED } from './comments.events.js';

interface NewComment {
  id: string;
  content: string;
  json: string;
  authorId: string;
  post: PostRow;
  /** The comment that this one replies to, and its author. */
  parent: { id: string; authorId: string } | undefined;
}

/** Announces comments: domain events, realtime events in the post's stream, notifications. */
@Injectable()
export class CommentEventsService {
  constructor(
    private readonly realtime: RealtimeService,
    private readonly counters: PostCountersService,
    private readonly events: EventsService,
    private readonly notifications: NotificationsService,
    private readonly mentions: MentionsService,
    private readonly blocks: BlocksService,
  ) {}

  async announceCreated(comment: NewComment): Promise<void> {
    const { id, json, authorId, post, parent } = comment;
    const data = { comment_id: id, post_id: post.id, parent_id: parent?.id ?? null };
    this.events.record({ type: 'comment.created', actor_id: authorId, data });
    const created = new RawJson(`{"post_id":"${post.id}","comment":${json}}`);
    this.realtime.emit(COMMENT_CREATED, `post:${post.id}`, created, authorId);
    this.counters.announceChange(post.id);
    await this.notifyReaders(comment);
  }

  announceDeleted(comment: CommentRow, surroundings: Surroundings, actorId: string, staff: boolean): void {
    const { id, post_id } = comment;
    this.removeNotifications(comment, surroundings);
    const data = { comment_id: id, post_id };
    this.events.record({ type: 'comment.deleted', actor_id: actorId, data, staff });
    this.emitDeleted(comment, actorId);
    this.counters.announceChange(post_id);
  }

  /** For the comments of an account that is deleted. */
  announceDeletedWithAccount(comments: CommentOfPost[], authorId: string): void {
    for (const comment of comments) this.emitDeleted(comment, authorId);
    this.counters.announceChanges([...new Set(comments.map(({ post_id }) => post_id))]);
  }

  private emitDeleted({ id, post_id }: CommentOfPost, actorId: string): void {
    this.realtime.emit(COMMENT_DELETED, `post:${post_id}`, { post_id, comment_id: id }, actorId);
  }

  /** Notifies the parent's author, the post's author and mentioned users, each at most once. */
  private async notifyReaders({ id, content, authorId, post, parent }: NewComment): Promise<void> {
    const data = { post_id: post.id, comment_id: id };
    // Only its author and staff can read a post that is not published, so only the author is notified.
    const isPublic = post.status === 'published';
    const notified = new Set([authorId]);
    if (isPublic && parent && !(await this.blocks.areBlocked(parent.authorId, authorId))) {
      notified.add(parent.authorId);
      const about = { kind: 'comment', id: parent.id };
      const users = { user_id: parent.authorId, actor_id: authorId };
      this.notifications.notify({ ...users, type: 'reply', about, data });
    }
    if (!notified.has(post.user_id)) {
      notified.add(post.user_id);
      const about = { kind: 'post', id: post.id };
      const users = { user_id: post.user_id, actor_id: authorId };
      this.notifications.notify({ ...users, type: 'comment', about, data });
    }
    if (!isPublic || !content.includes('@')) return;
    const about = { kind: 'comment', id };
    const unless = (userId: string) => this.blocks.areBlocked(userId, authorId);
    await this.mentions.notify({
      text: content,
      actor_id: authorId,
      about,
      data,
      skip: [...notified],
      unless,
    });
  }

  /** Removes notifications of the comment, except where another comment of the same author keeps them true. */
  private removeNotifications(comment: CommentRow, surroundings: Surroundings): void {
    const { id, post_id, user_id, parent_id, post_author_id } = comment;
    const { answered, answered_again, commented_again } = surroundings;
    this.notifications.forget({ kind: 'comment', id });
    this.notifications.unlink({ kind: 'post', id: post_id }, 'comment_id', id);
    if (parent_id) this.notifications.unlink({ kind: 'comment', id: parent_id }, 'comment_id', id);
    if (parent_id && answered && !answered_again) {
      const about = { kind: 'comment', id: parent_id };
      const users = { user_id: answered, actor_id: user_id };
      this.notifications.withdraw({ ...users, type: 'reply', about });
    }
    if (commented_again) return;
    const about = { kind: 'post', id: post_id };
    const users = { user_id: post_author_id, actor_id: user_id };
    this.notifications.withdraw({ ...users, type: 'comment', about });
  }
}
