import { MEDIA_JSON } from '../../files/media.sql.js';
import { iso, jsonList, jsonObject } from '../../platform/database/json.js';
import { NAMED_IN_LISTS, pollsOf } from '../polls/poll.sql.js';
import { AUTHOR } from './author.js';

/** What a post needs to be shown: `viewer` and `base` are parameters of the statement, such as $1 and $2. */
interface Sight {
  viewer: string;
  /** Where files are served. */
  base: string;
}

const media = (base: string) => `(
  SELECT ${jsonList(MEDIA_JSON('f', base), 'm.position')}
  FROM social.post_media m JOIN files.files f ON f.id = m.file_id WHERE m.post_id = p.id)`;

/** The fields of a post: `p` is its row in social.posts, `u` its author's in account.users. */
export const postFields = ({ viewer, base }: Sight): Record<string, string> => ({
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

export const postJson = (sight: Sight) => jsonObject(postFields(sight));

/** In lists: with its counts, `c` being its row in social.post_counters. */
export const feedPostJson = (sight: Sight) =>
  jsonObject({
    ...postFields(sight),
    poll: pollsOf('p.id', sight.viewer, NAMED_IN_LISTS),
    reactions_summary: 'c.reactions',
    comments_count: 'c.comments_count',
  });
