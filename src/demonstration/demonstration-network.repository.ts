import { Database } from '../platform/database/database.js';
import { Repository } from '../platform/database/repository.js';
import { sql } from '../platform/database/sql.js';
import { drawn, keyOf, peopleUpTo, skewed } from './draw.sql.js';
import { INSERT_POSTS } from './posts.sql.js';

const TABLES = ['posts', 'comments', 'reactions', 'poll_votes', 'follows'];
const triggers = (what: 'DISABLE' | 'ENABLE') =>
  TABLES.map((table) =>
    sql(`demonstration_${what}_${table}`.toLowerCase(), `ALTER TABLE social.${table} ${what} TRIGGER USER`),
  );
/** A batch takes a second or two, on a slow machine more than a request may. */
const TAKE_TIME = sql('demonstration_take_time', `SET LOCAL statement_timeout = '10min'`);
const BEFORE = [TAKE_TIME, ...triggers('DISABLE')];
const AFTER = triggers('ENABLE');

/** The fifth follows 5,000, every hundredth 200, and whom most others follow are the first few. */
const FOLLOW = sql(
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
const TELL_STORIES = sql(
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

/** Who follows whom and what they write, made in the database: as much as an operator wants, in minutes. */
export class DemonstrationNetwork extends Repository {
  constructor(
    database: Database,
    private readonly users: number,
    /** The moment up to which everything happened. */
    private readonly now: Date,
  ) {
    super(database);
  }

  follow(from: number, to: number): Promise<number> {
    return this.uncounted(() => this.made(FOLLOW, from, to, this.users, this.now));
  }

  /** The posts of these numbers out of so many, with what belongs to them. */
  write(from: number, to: number, posts: number): Promise<number> {
    return this.uncounted(() => this.made(INSERT_POSTS, from, to, posts, this.users, this.now));
  }

  tellStories(): Promise<number> {
    return this.database.transaction(() => this.made(TELL_STORIES, this.users, this.now));
  }

  /** So that PostgreSQL plans for what there is now, and not for empty tables. */
  settle(): Promise<void> {
    return this.database.transaction(async () => {
      await this.rows(TAKE_TIME);
      await this.database.raw('ANALYZE');
    });
  }

  /** A trigger for each row costs ten times the row: the statement counts what it made itself. */
  private uncounted<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      for (const statement of BEFORE) await this.rows(statement);
      const result = await work();
      for (const statement of AFTER) await this.rows(statement);
      return result;
    });
  }

  private async made(statement: Parameters<Repository['rows']>[0], ...values: unknown[]): Promise<number> {
    return (await this.one<{ made: number }>(statement, ...values))?.made ?? 0;
  }
}
