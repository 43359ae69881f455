import { DatabaseService } from '../platform/database/database.service.js';
import { BaseRepository } from '../platform/database/base.repository.js';
import { sql } from '../platform/database/sql.js';
import { drawn, keyOf, peopleUpTo, skewed } from './draw.sql.js';
import { INSERT_POSTS } from './posts.sql.js';

const TABLES = ['posts', 'comments', 'reactions', 'poll_votes', 'follows'];
const triggers = (what: 'DISABLE' | 'ENABLE') =>
  TABLES.map((table) =>
    sql(`demonstration_${what}_${table}`.toLowerCase(), `ALTER TABLE social.${table} ${what} TRIGGER USER`),
  );
/** The time limit of a batch or an ANALYZE on a busy machine, on the server and in the driver. */
const LONGEST_MS = 600_000;
const BEFORE = triggers('DISABLE');
const AFTER = triggers('ENABLE');

/** User 5 follows 5,000 users, every hundredth user 200, and the others mostly follow the first few users. */
const INSERT_FOLLOWS = sql(
  'demonstration_follows',
  `WITH people AS (${peopleUpTo('$3::int')}), follower AS (
     SELECT f, least(CASE WHEN f = 5 THEN 5000 WHEN f % 100 = 7 THEN 200 ELSE least(${skewed(11, 'f', 20)}, 150) END,
       many / 2) AS count, f = 5 OR f % 100 = 7 AS is_even, ids, many
     FROM people, generate_series($1::int, least($2::int, many)) f
   ), made AS (
     INSERT INTO social.follows (follower_id, following_id, status, created_at)
     SELECT (SELECT ids FROM people)[f], (SELECT ids FROM people)[followed], 'following',
       $4::timestamptz - interval '1 year' * ${drawn(14, 'f::bigint * 8192 + k')}
     FROM follower, generate_series(0, count - 1) k, LATERAL (
       SELECT 1 + floor(many * power((k + ${drawn(13, 'f::bigint * 8192 + k')}) / count,
         CASE WHEN is_even THEN 1 ELSE 2 END))::int AS followed
     ) one WHERE followed <> f
     ON CONFLICT DO NOTHING RETURNING follower_id, following_id
   ), counted AS (
     UPDATE account.user_counters c SET following_count = following_count + step.following,
       followers_count = followers_count + step.followers
     FROM (
       SELECT id, sum(following) AS following, sum(followers) AS followers FROM (
         SELECT follower_id AS id, 1 AS following, 0 AS followers FROM made
         UNION ALL SELECT following_id, 0, 1 FROM made
       ) both_sides GROUP BY id
     ) step WHERE c.user_id = step.id
   ) SELECT count(*)::int AS made FROM made`,
);
const INSERT_STORIES = sql(
  'demonstration_stories',
  `WITH people AS (${peopleUpTo('$1::int')}), told AS (
     INSERT INTO social.stories (id, user_id, created_at, expires_at)
     SELECT ${keyOf('story', 'n')}, ids[n], at, at + interval '24 hours'
     FROM people, generate_series(1, many, 20) n,
       LATERAL (SELECT $2::timestamptz - interval '20 hours' * ${drawn(21, 'n')} AS at) moment
     ON CONFLICT DO NOTHING RETURNING id, created_at
   ), framed AS (
     INSERT INTO social.story_frames (story_id, position, media_url, media_type)
     SELECT id, position, 'https://pictures.example/' || id || '/' || position || '.jpg', 'image'
     FROM told, generate_series(0, 2) position
   ), seen AS (
     INSERT INTO social.story_views (story_id, user_id, viewed_at)
     SELECT id, (SELECT ids FROM people)[1 + (k * 7) % many], created_at + k * interval '1 minute'
     FROM told, people, generate_series(1, 10) k ON CONFLICT DO NOTHING
   ) SELECT count(*)::int AS made FROM told`,
);

/** Generates follows, posts and stories inside the database, so that large data sets take minutes. */
export class DemonstrationNetworkRepository extends BaseRepository {
  constructor(
    database: DatabaseService,
    private readonly users: number,
    /** The latest time of all generated rows. */
    private readonly now: Date,
  ) {
    super(database);
  }

  insertFollows(from: number, to: number): Promise<number> {
    return this.withoutTriggers(() => this.countMade(INSERT_FOLLOWS, from, to, this.users, this.now));
  }

  /** Inserts the posts with these numbers out of `posts`, with comments, reactions and polls. */
  insertPosts(from: number, to: number, posts: number): Promise<number> {
    return this.withoutTriggers(() => this.countMade(INSERT_POSTS, from, to, posts, this.users, this.now));
  }

  insertStories(): Promise<number> {
    return this.database.transaction(async () => {
      await this.database.takeTime(LONGEST_MS);
      return this.countMade(INSERT_STORIES, this.users, this.now);
    });
  }

  /** Updates the planner statistics, which otherwise describe empty tables. */
  analyze(): Promise<void> {
    return this.database.transaction(async () => {
      await this.database.takeTime(LONGEST_MS);
      await this.database.raw('ANALYZE');
    });
  }

  /**
   * Disables the counter triggers, which cost ten times as much as the row; the statement updates the
   * counters itself.
   */
  private withoutTriggers<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.database.takeTime(LONGEST_MS);
      for (const statement of BEFORE) await this.rows(statement);
      const result = await work();
      for (const statement of AFTER) await this.rows(statement);
      return result;
    });
  }

  private async countMade(statement: Parameters<BaseRepository['rows']>[0], ...values: unknown[]): Promise<number> {
    return (await this.one<{ made: number }>(statement, ...values))?.made ?? 0;
  }
}
