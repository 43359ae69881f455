import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { forbidden, notFound, Refusal } from '../../platform/http/refusal.js';
import type { PostRow } from './post.repository.js';

/** Its author and staff change a post; to others, who do not see it, there is none unless it is published. */
export function changeable<Row extends PostRow>(post: Row | undefined, caller: Caller): Row {
  const mayChange = post && (post.user_id === caller.id || isAdmin(caller));
  if (!post || (!mayChange && post.status !== 'published')) throw notFound('Post');
  if (!mayChange) throw forbidden();
  return post;
}

/** The words are the same for whoever blocked the other. */
export const cannotInteract = () => new Refusal(403, 'You cannot interact with this user');
