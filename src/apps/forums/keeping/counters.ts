import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Topic } from '../entities/topic.entity.js';
import { isListed } from '../places/entrance.js';

const MEMBER = sql(
  'forums_count_member',
  `UPDATE ext_forums.members SET post_count = post_count + $3, like_received = like_received + $4
   WHERE forum_id = $1 AND user_id = $2`,
);
const FORUM = sql(
  'forums_count_forum',
  `UPDATE ext_forums.forums SET topic_count = topic_count + $2, post_count = post_count + $3,
     member_count = member_count + $4 WHERE id = $1`,
);
const CATEGORY = sql(
  'forums_count_category',
  'UPDATE ext_forums.categories SET topic_count = topic_count + $2 WHERE id = $1',
);

type Counted = Pick<Topic, 'forum_id' | 'category_id' | 'status' | 'post_count'>;

export interface Author {
  user_id: string;
  posts?: number;
  likes?: number;
}

/**
 * What forums, categories and members count, moved with the COMMIT of what they count. Rows are locked in this order
 * everywhere: topics, members, forums, categories.
 */
@AppProvider()
export class Counters extends BaseRepository {
  /** Of a topic that the transaction has locked, or made: as it was before, and as it is. */
  topic(before: Counted | undefined, after: Counted, author?: Author): void {
    this.topics(after.forum_id, [[before, after]], author);
  }

  /** Of many in one forum, in which one author's posts have come or gone. */
  topics(forumId: string, changed: [before: Counted | undefined, after: Counted][], author?: Author): void {
    if (author) this.author(forumId, author);
    const states = changed.flatMap(([before, after]) => [...(before ? [weighed(before, -1)] : []), weighed(after, 1)]);
    const [topics, posts] = [sum(states.map((one) => one.topics)), sum(states.map((one) => one.posts))];
    if (topics || posts) this.atEnd(FORUM, forumId, topics, posts, 0);
    for (const id of [...new Set(states.map(({ category_id }) => category_id))].sort()) {
      const by = sum(states.filter(({ category_id }) => category_id === id).map((one) => one.topics));
      if (by) this.atEnd(CATEGORY, id, by);
    }
  }

  author(forumId: string, { user_id, posts = 0, likes = 0 }: Author): void {
    if (posts || likes) this.atEnd(MEMBER, forumId, user_id, posts, likes);
  }

  /** So many have come, or gone. */
  members(forumId: string, by: number): void {
    if (by) this.atEnd(FORUM, forumId, 0, 0, by);
  }
}

/** What one that is listed adds, or takes. */
function weighed({ category_id, status, post_count }: Counted, by: 1 | -1) {
  const listed = isListed({ status }) ? by : 0;
  return { category_id, topics: listed, posts: listed * post_count };
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
