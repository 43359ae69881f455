import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';

// What was taken away counts too: it was written.
const OF = sql(
  'forums_pace',
  `SELECT extract(epoch FROM now() - max(created_at))::float8 AS seconds,
     extract(epoch FROM now() - max(created_at) FILTER (WHERE topic_id = $3::uuid))::float8 AS seconds_here,
     count(*) FILTER (WHERE number = 1)::int AS topics, count(*) FILTER (WHERE number > 1)::int AS replies
   FROM ext_forums.posts WHERE forum_id = $1 AND owner_id = $2 AND created_at > now() - interval '1 day'`,
);

/** What somebody has written in a forum in the last 24 hours. */
export interface Pace {
  /** Since the last one; null where there was none. */
  seconds: number | null;
  /** The same of one topic. */
  seconds_here: number | null;
  topics: number;
  replies: number;
}

@AppProvider()
export class PaceRepository extends BaseRepository {
  async of(forumId: string, userId: string, topicId: string | null): Promise<Pace> {
    return (await this.one<Pace>(OF, forumId, userId, topicId)) as Pace;
  }
}
