import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { Nested, Nullable } from '../../../platform/http/fields.js';
import { PersonView } from '../../kernel/rows/person.js';
import { viewOf } from '../../kernel/rows/view.js';
import { LEVELS, Topic, Tracking } from '../topics/topic.entity.js';
import { Post } from './post.entity.js';

export class TopicView extends viewOf(Topic, { without: ['last_post_user_id'] }) {
  @Nested(() => PersonView) author!: PersonView;
  @Nested(() => PersonView) last_poster!: PersonView;
  @IsBoolean() solved!: boolean;
  /** How the caller follows the topic, and the number of unread posts: null where they do not follow it. */
  @Nullable() @IsIn(LEVELS) level!: string | null;
  @Nullable() @IsInt() unread!: number | null;
}

const INTERNAL = ['forum_id', 'deleted_by', 'deleted_at', 'like_notice_at', 'idempotency_key', 'updated_at'] as const;

/** `edit_count` is sent back with a change, so that nobody overwrites a version that they have not seen. */
export class PostView extends viewOf(Post, { without: [...INTERNAL, 'tsv', 'body', 'html'] }) {
  @Nested(() => PersonView) author!: PersonView;
  /** Null, like its html: the post is hidden or deleted, and only its place is left. */
  @Nullable() @IsString() body!: string | null;
  @Nullable() @IsString() html!: string | null;
  @IsBoolean() liked!: boolean;
}

const TRACKED = ['topic_id', 'level', 'last_read', 'notified_number'] as const;
export class TrackingView extends viewOf(Tracking, { only: TRACKED }) {}
