import { defineEvent, effectOf } from '../../events/define-event.js';
import { forget, notify, unlink, withdraw } from '../../notifications/notification.effects.js';
import { Nested, Uuid } from '../../platform/http/fields.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { durable } from '../../realtime/event-type.js';
import { emit } from '../../realtime/realtime.effects.js';
import { countersOf, PostCountersService } from '../posts/post-counters.service.js';
import { CommentView } from '../posts/posts.dto.js';
import type { CommentReaders } from './comment-notifications.service.js';
import type { Comment } from './comment.entity.js';
import type { CommentOfPost, CommentRow, Surroundings } from './comment.repository.js';

class CommentCreatedData {
  @Uuid() post_id!: string;
  @Nested(() => CommentView) comment!: CommentView;
}

/** Replies to the comment stay, with `parent_id` null. */
class CommentDeletedData {
  @Uuid() post_id!: string;
  @Uuid() comment_id!: string;
}

const COMMENT_CREATED = durable('comment.created', CommentCreatedData);
const COMMENT_DELETED = durable('comment.deleted', CommentDeletedData);

interface NewComment extends Pick<Comment, 'id' | 'post_id' | 'parent_id'> {
  json: string;
  readers: CommentReaders;
}

const emitDeleted = ({ id, post_id }: CommentOfPost) =>
  emit(COMMENT_DELETED, `post:${post_id}`, { post_id, comment_id: id });

export const CommentCreated = defineEvent<NewComment>('comment.created', {
  data: ({ id, post_id, parent_id }) => ({ comment_id: id, post_id, parent_id }),
  effects: ({ id, post_id, parent_id, json, readers }) => {
    const data = { post_id, comment_id: id };
    const parent = { kind: 'comment', id: parent_id ?? '' };
    const { parent_author_id, post_author_id, mentioned } = readers;
    return [
      emit(COMMENT_CREATED, `post:${post_id}`, new RawJson(`{"post_id":"${post_id}","comment":${json}}`)),
      countersOf(post_id),
      parent_author_id && notify({ user_id: parent_author_id, type: 'reply', about: parent, data }),
      post_author_id &&
        notify({ user_id: post_author_id, type: 'comment', about: { kind: 'post', id: post_id }, data }),
      ...mentioned.map((user_id) => notify({ user_id, type: 'mention', about: { kind: 'comment', id }, data })),
    ];
  },
});

interface RemovedComment extends CommentRow {
  surroundings: Surroundings;
  staff: boolean;
}

/** Notifications of the comment go, except where another comment of the same author keeps them true. */
export const CommentDeleted = defineEvent<RemovedComment>('comment.deleted', {
  data: ({ id, post_id }) => ({ comment_id: id, post_id }),
  staff: ({ staff }) => staff,
  effects: (comment) => {
    const { id, post_id, user_id, parent_id, post_author_id, surroundings } = comment;
    const { answered, answered_again, commented_again } = surroundings;
    const post = { kind: 'post', id: post_id };
    const parent = { kind: 'comment', id: parent_id ?? '' };
    return [
      forget({ kind: 'comment', id }),
      unlink(post, 'comment_id', id),
      parent_id !== null && unlink(parent, 'comment_id', id),
      parent_id !== null &&
        answered !== null &&
        !answered_again &&
        withdraw({ user_id: answered, actor_id: user_id, type: 'reply', about: parent }),
      !commented_again && withdraw({ user_id: post_author_id, actor_id: user_id, type: 'comment', about: post }),
      emitDeleted(comment),
      countersOf(post_id),
    ];
  },
});

/** The comments of an account that is deleted leave no row in the outbox: the deletion of the account does. */
export const CommentsDeletedWithAccount = defineEvent<CommentOfPost[]>('comment.deleted', {
  effects: (comments) => [
    ...comments.map(emitDeleted),
    effectOf(PostCountersService, (counters) =>
      counters.announceChanges([...new Set(comments.map(({ post_id }) => post_id))]),
    ),
  ],
});
