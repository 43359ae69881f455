import { IsInt, IsObject } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Time, Uuid } from '../../platform/http/input/fields.js';
import { durable, hint } from '../../realtime/event-type.js';
import { PostAnswer } from './posts.dto.js';

export class PostDeleted {
  @Uuid() post_id!: string;
}

/** Clients keep the highest version, because hints can arrive out of order. */
export class PostCounted extends PostDeleted {
  @IsObject()
  @JSONSchema({ additionalProperties: { type: 'integer' } })
  reactions_summary!: Record<string, number>;
  @IsInt() comments_count!: number;
  @IsInt() version!: number;
}

export class FeedHint {
  @Uuid() post_id!: string;
  @Uuid() user_id!: string;
  @Time() at!: Date;
}

/** Contains the poll as a viewer sees it who has not signed in. */
export const POST_UPDATED = durable('post.updated', PostAnswer);
export const POST_DELETED = durable('post.deleted', PostDeleted, { ends: () => ({ reason: 'deleted' }) });
export const POST_COUNTERS = hint('post.counters', PostCounted);
export const FEED_NEW = hint('feed.new', FeedHint);
