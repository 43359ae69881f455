import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { isListed, type Topic } from './topics/topic.entity.js';

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
 * The counts of forums, categories and members; the statements are deferred to COMMIT. Rows are locked in this order
 * everywhere: topics, members, forums, categories.
 */
@AppProvider()
export class CounterRepository extends BaseRepository {
  /** For a topic that the transaction has locked or inserted: its row before and after the change. */
  countTopic(before: Counted | undefined, after: Counted, author?: Author): void {
    this.countTopics(after.forum_id, [[before, after]], author);
  }

  /** For several topics of one forum, in which the visible posts of one author have changed. */
  countTopics(forumId: string, changed: [before: Counted | undefined, after: Counted][], author?: Author): void {
    if (author) this.countAuthor(forumId, author);
    const states = changed.flatMap(([before, after]) => [...(before ? [weighed(before, -1)] : []), weighed(after, 1)]);
    const [topics, posts] = [sum(states.map((one) => one.topics)), sum(states.map((one) => one.posts))];
    if (topics || posts) this.atEnd(FORUM, forumId, topics, posts, 0);
    for (const id of [...new Set(states.map(({ category_id }) => category_id))].sort()) {
      const by = sum(states.filter(({ category_id }) => category_id === id).map((one) => one.topics));
      if (by) this.atEnd(CATEGORY, id, by);
    }
  }

  countAuthor(forumId: string, { user_id, posts = 0, likes = 0 }: Author): void {
    if (posts || likes) this.atEnd(MEMBER, forumId, user_id, posts, likes);
  }

  countMembers(forumId: string, by: number): void {
    if (by) this.atEnd(FORUM, forumId, 0, 0, by);
  }
}

/** What a listed topic adds to the counts, or takes from them. */
function weighed({ category_id, status, post_count }: Counted, by: 1 | -1) {
  const listed = isListed({ status }) ? by : 0;
  return { category_id, topics: listed, posts: listed * post_count };
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
