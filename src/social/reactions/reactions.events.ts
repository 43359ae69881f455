import { defineEvent } from '../../events/define-event.js';
import { notify, withdraw } from '../../notifications/notification.effects.js';
import { countersOf } from '../posts/post-counters.service.js';
import type { Post, Reaction } from '../posts/post.entity.js';

interface ChangedReaction extends Pick<Reaction, 'post_id' | 'user_id' | 'type'> {
  post_author_id: Post['user_id'];
  /** False if the user had another reaction before. */
  is_new: boolean;
}

const notification = (user_id: string, actor_id: string, postId: string) => ({
  user_id,
  actor_id,
  type: 'reaction' as const,
  about: { kind: 'post', id: postId },
});

export const ReactionSet = defineEvent<ChangedReaction>('reaction.set', {
  data: ({ post_id, type }) => ({ post_id, type }),
  effects: ({ post_id, user_id, post_author_id, is_new }) => [
    countersOf(post_id),
    is_new && notify(notification(post_author_id, user_id, post_id)),
  ],
});

export const ReactionRemoved = defineEvent<Omit<ChangedReaction, 'type' | 'is_new'>>('reaction.removed', {
  data: ({ post_id }) => ({ post_id }),
  effects: ({ post_id, user_id, post_author_id }) => [
    withdraw(notification(post_author_id, user_id, post_id)),
    countersOf(post_id),
  ],
});
