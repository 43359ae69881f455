import { Nested, Uuid } from '../../platform/http/input/fields.js';
import { durable } from '../../realtime/event-type.js';
import { CommentView } from '../posts/posts.dto.js';

export class CommentCreated {
  @Uuid() post_id!: string;
  @Nested(() => CommentView) comment!: CommentView;
}

/** Replies to the comment stay, with `parent_id` null. */
export class CommentDeleted {
  @Uuid() post_id!: string;
  @Uuid() comment_id!: string;
}

export const COMMENT_CREATED = durable('comment.created', CommentCreated);
export const COMMENT_DELETED = durable('comment.deleted', CommentDeleted);
