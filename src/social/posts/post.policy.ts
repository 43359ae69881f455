import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import type { PostRow } from './post.repository.js';

/** The author and staff may change a post. For others a post that is not published does not exist. */
export function requireChangeable<Row extends PostRow>(post: Row | undefined, caller: Caller): Row {
  const mayChange = post && (post.user_id === caller.id || isAdmin(caller));
  if (!post || (!mayChange && post.status !== 'published')) throw notFound('Post');
  if (!mayChange) throw forbidden();
  return post;
}
