import { IsInt, IsObject } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Nested, Time, Uuid } from '../platform/http/input/fields.js';
import { durable, hint } from '../realtime/event-type.js';
import { CommentView } from './comments/comments.io.js';
import { FollowView } from './follows/follows.io.js';
import { PersonView, PostAnswer } from './posts/posts.io.js';

export class PostDeleted {
  @Uuid() post_id!: string;
}

/** The newest version wins. */
export class PostCounted extends PostDeleted {
  @IsObject()
  @JSONSchema({ additionalProperties: { type: 'integer' } })
  reactions_summary!: Record<string, number>;
  @IsInt() comments_count!: number;
  @IsInt() version!: number;
}

export class CommentCreated extends PostDeleted {
  @Nested(() => CommentView) comment!: CommentView;
}

/** What answered it stays, and answers nothing any more. */
export class CommentDeleted extends PostDeleted {
  @Uuid() comment_id!: string;
}

/** The newest version wins. */
export class PollCounted {
  @Uuid() poll_id!: string;
  /** Of each option, in their order. */
  @IsInt({ each: true }) counts!: number[];
  @IsInt() total!: number;
  @IsInt() version!: number;
}

export class FollowChanged {
  @Nested(() => FollowView) follow!: FollowView;
  /** The other of the two. */
  @Nested(() => PersonView) user!: PersonView;
}

export class FeedNews {
  @Uuid() post_id!: string;
  @Uuid() user_id!: string;
  @Time() at!: Date;
}

export class StoryNews {
  @Uuid() story_id!: string;
  @Uuid() user_id!: string;
  @Time() at!: Date;
}

export class StoryViewed {
  @Uuid() story_id!: string;
  @IsInt() views_count!: number;
}

/** With the poll as somebody sees it who has not signed in. */
export const POST_UPDATED = durable('post.updated', PostAnswer);
export const POST_DELETED = durable('post.deleted', PostDeleted, { ends: () => ({ reason: 'deleted' }) });
export const POST_COUNTERS = hint('post.counters', PostCounted);
export const COMMENT_CREATED = durable('comment.created', CommentCreated);
export const COMMENT_DELETED = durable('comment.deleted', CommentDeleted);
export const POLL_UPDATED = hint('poll.updated', PollCounted);
export const FOLLOW_REQUESTED = durable('follow.requested', FollowChanged);
export const FOLLOW_CREATED = durable('follow.created', FollowChanged);
export const FOLLOW_ACCEPTED = durable('follow.accepted', FollowChanged);
export const FEED_NEW = hint('feed.new', FeedNews);
export const STORY_CREATED = hint('story.created', StoryNews);
export const STORY_DELETED = hint('story.deleted', StoryNews);
export const STORY_VIEWED = hint('story.viewed', StoryViewed);
