import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { Realtime } from '../../realtime/realtime.js';
import { PostCounts } from '../posts/post-counts.js';
import { COMMENT_CREATED, COMMENT_DELETED } from '../social.events.js';

export interface CommentOfPost {
  id: string;
  post_id: string;
}

/** What is heard of comments, in the stream of their post. */
@Injectable()
export class CommentNews {
  constructor(
    private readonly realtime: Realtime,
    private readonly counts: PostCounts,
    private readonly outbox: Outbox,
  ) {}

  created({ id, post_id }: CommentOfPost, parent_id: string | null, json: string, authorId: string): void {
    const data = { comment_id: id, post_id, parent_id };
    this.outbox.record({ type: 'comment.created', actor_id: authorId, data });
    const said = new RawJson(`{"post_id":"${post_id}","comment":${json}}`);
    this.realtime.emit(COMMENT_CREATED, `post:${post_id}`, said, authorId);
    this.counts.changed(post_id);
  }

  deleted({ id, post_id }: CommentOfPost, actorId: string, staff: boolean): void {
    const data = { comment_id: id, post_id };
    this.outbox.record({ type: 'comment.deleted', actor_id: actorId, data, staff });
    this.realtime.emit(COMMENT_DELETED, `post:${post_id}`, { post_id, comment_id: id }, actorId);
    this.counts.changed(post_id);
  }

  /** With all that their author had. */
  gone(comments: CommentOfPost[], authorId: string): void {
    for (const { id, post_id } of comments) {
      this.realtime.emit(COMMENT_DELETED, `post:${post_id}`, { post_id, comment_id: id }, authorId);
    }
    this.counts.changedAll([...new Set(comments.map(({ post_id }) => post_id))]);
  }
}
