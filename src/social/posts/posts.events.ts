import { IsInt, IsObject } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineEvent } from '../../events/define-event.js';
import { forget } from '../../notifications/notification.effects.js';
import { Time, Uuid } from '../../platform/http/fields.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { durable, hint, type Stream } from '../../realtime/event-type.js';
import { emit, recheck } from '../../realtime/realtime.effects.js';
import { hintFollowers } from '../follows/online-followers.service.js';
import type { Post } from './post.entity.js';
import type { LockedPost, PostRow, TitledPost } from './post.repository.js';
import { PostAnswer } from './posts.dto.js';

class PostDeletedData {
  @Uuid() post_id!: string;
}

/** Clients keep the highest version, because hints can arrive out of order. */
export class PostCountersData extends PostDeletedData {
  @IsObject()
  @JSONSchema({ additionalProperties: { type: 'integer' } })
  reactions_summary!: Record<string, number>;
  @IsInt() comments_count!: number;
  @IsInt() version!: number;
}

class FeedNewData {
  @Uuid() post_id!: string;
  @Uuid() user_id!: string;
  @Time() at!: Date;
}

/** Contains the poll as a viewer sees it who has not signed in. */
const POST_UPDATED = durable('post.updated', PostAnswer);
const POST_DELETED = durable('post.deleted', PostDeletedData, { ends: () => ({ reason: 'deleted' }) });
export const POST_COUNTERS = hint('post.counters', PostCountersData);
const FEED_NEW = hint('feed.new', FeedNewData);

type Status = Post['status'];

/** A post after a change; `json` is the answer `{ post }` for a viewer who has not signed in. */
interface ChangedPost extends PostRow {
  status_before: Status;
  json: string;
}

const hintFeeds = ({ id, user_id }: PostRow) =>
  hintFollowers(FEED_NEW, user_id, { post_id: id, user_id, at: new Date() });
const emitDeleted = (id: string) => emit(POST_DELETED, `post:${id}`, { post_id: id });
const forgetAll = (postIds: string[], commentIds: string[]) => [
  forget({ kind: 'post', id: postIds }),
  forget({ kind: 'comment', id: commentIds }),
];

/**
 * A version that is not published goes to the author's own stream only, because everybody who can read the post later
 * also reads the log of the post's stream.
 */
function updateEffects({ id, user_id, status, status_before, json }: ChangedPost, actor?: null) {
  const isPublic = status === 'published';
  const streams: Stream[] = isPublic ? [`post:${id}`] : [];
  if (!isPublic || status_before !== 'published') streams.push(`user:${user_id}`);
  return [
    emit(POST_UPDATED, streams, new RawJson(json), { actor }),
    !isPublic && status_before === 'published' && recheck({ stream: `post:${id}` }),
  ];
}

export const PostCreated = defineEvent<PostRow>(({ status }) => `post.${status}`, {
  data: ({ id }) => ({ post_id: id }),
  effects: (post) => [post.status === 'published' && hintFeeds(post)],
});

interface EditedPost extends ChangedPost {
  /** The time of the first publication, before this edit. */
  published_at: Date | null;
  staff: boolean;
}

const appears = ({ status, status_before }: ChangedPost) => status === 'published' && status_before === 'draft';

export const PostEdited = defineEvent<EditedPost>((post) => (appears(post) ? 'post.published' : 'post.changed'), {
  data: ({ id }) => ({ post_id: id }),
  staff: ({ staff }) => staff,
  effects: (post) => [...updateEffects(post), appears(post) && !post.published_at && hintFeeds(post)],
});

/** The realtime event has no actor: the author is not told which admin decided. */
export const PostReviewed = defineEvent<ChangedPost & Pick<LockedPost, 'title'>>(
  ({ status }) => (status === 'flagged' ? 'admin.post_flagged' : 'admin.post_restored'),
  {
    data: ({ id, user_id, title, status, status_before }) => ({
      post_id: id,
      user_id,
      title,
      before: { status: status_before },
      after: { status },
    }),
    staff: true,
    effects: (post) => updateEffects(post, null),
  },
);

/** Reports flagged the post, or their dismissal restored it. The events of the reports are in the outbox already. */
export const PostFlagChanged = defineEvent<ChangedPost>('post.updated', { effects: (post) => updateEffects(post) });

interface RemovedPost extends TitledPost {
  comment_ids: string[];
  staff: boolean;
}

export const PostDeleted = defineEvent<RemovedPost>('post.deleted', {
  data: ({ id, user_id, title, staff }) => ({ post_id: id, ...(staff && { user_id, title }) }),
  staff: ({ staff }) => staff,
  effects: ({ id, comment_ids }) => [...forgetAll([id], comment_ids), emitDeleted(id)],
});

/** The posts of an account that is deleted, and all comments below them; the account's own event is in the outbox. */
export const PostsDeletedWithAccount = defineEvent<{ ids: string[]; comment_ids: string[] }>('post.deleted', {
  effects: ({ ids, comment_ids }) => [...forgetAll(ids, comment_ids), ...ids.map(emitDeleted)],
});
