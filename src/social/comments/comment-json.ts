import { isoExact, jsonObject } from '../../platform/database/json.js';
import { PERSON } from '../posts/author.js';

/** In microseconds: the moment of the last comment seen is the cursor for those after it. */
export const COMMENT_MOMENT = isoExact('c.created_at');

/** `c` is its row in social.comments, `u` its author's in account.users. */
export const COMMENT_JSON = jsonObject({
  id: 'c.id',
  post_id: 'c.post_id',
  user_id: 'c.user_id',
  content: 'c.content',
  parent_id: 'c.parent_id',
  created_at: COMMENT_MOMENT,
  author: PERSON,
});
