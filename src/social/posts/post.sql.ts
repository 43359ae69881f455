import { MEDIA_JSON } from '../../files/stored/file.presenter.js';
import { iso, isoExact, jsonList, jsonObject } from '../../platform/database/sql.js';
import { AUTHOR, PERSON } from '../common/person.js';
import { NAMED_IN_LISTS, pollsOf } from '../polls/poll.sql.js';
import type { Post } from './post.entity.js';

/** Parameters of the statement that shows a post, such as $1 and $2. */
interface PostParameters {
  viewer: string;
  /** The base URL of files. */
  base: string;
}

/** A line of a page of posts; the keys are those of its cursor. */
export type PostLine = Pick<Post, 'id' | 'created_at'> & { json: string };

/** The position of the post's stream in the statement's snapshot, for `X-Realtime-Position`. */
export const POST_POSITION = `'post:' || p.id || ';' || coalesce(
  (SELECT h.epoch || ';' || h.last_seq FROM realtime.heads h WHERE h.stream = 'post:' || p.id),
  realtime.epoch() || ';0')`;

const media = (base: string) => `(
  SELECT ${jsonList(MEDIA_JSON('f', base), 'm.position')}
  FROM social.post_media m JOIN files.files f ON f.id = m.file_id WHERE m.post_id = p.id)`;

/** The fields of a post: `p` is its row in social.posts, `u` its author's row in account.users. */
export const postFields = ({ viewer, base }: PostParameters): Record<string, string> => ({
  id: 'p.id',
  user_id: 'p.user_id',
  title: 'p.title',
  content: 'p.content',
  status: 'p.status',
  is_sensitive: 'p.is_sensitive',
  is_ai_generated: 'p.is_ai_generated',
  created_at: iso('p.created_at'),
  updated_at: iso('p.updated_at'),
  author: AUTHOR,
  media: media(base),
  poll: pollsOf('p.id', viewer),
});

export const postJson = (parameters: PostParameters) => jsonObject(postFields(parameters));

/** A post of a list, with its counters: `c` is its row in social.post_counters. */
export const feedPostJson = (parameters: PostParameters) =>
  jsonObject({
    ...postFields(parameters),
    poll: pollsOf('p.id', parameters.viewer, NAMED_IN_LISTS),
    reactions_summary: 'c.reactions',
    comments_count: 'c.comments_count',
  });

/** In microseconds: the time of the last comment of a page is the cursor of the next page. */
export const COMMENT_MOMENT = isoExact('c.created_at');

/** `c` is the comment's row in social.comments, `u` its author's row in account.users. */
export const COMMENT_JSON = jsonObject({
  id: 'c.id',
  post_id: 'c.post_id',
  user_id: 'c.user_id',
  content: 'c.content',
  parent_id: 'c.parent_id',
  created_at: COMMENT_MOMENT,
  author: PERSON,
});
