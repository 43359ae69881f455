import type { Pool } from 'pg';
import { peopleUpTo } from './accounts.js';
import { drawn, keyOf, skewed, words } from './random.js';
import { countMade, inTransaction, type Run } from './transaction.js';

/** The number of the k-th row that belongs to post n. */
const PART = 'n::bigint * 4096 + k';
const PERSON = '(SELECT ids FROM people)';
/** Picks one of `many` people. The higher the power, the more often the first ones are picked. */
const oneOf = (seed: number, number: string, power: number) =>
  `${PERSON}[1 + floor(many * power(${drawn(seed, number)}, ${power}))::int]`;
const REACTIONS = `'{like,like,like,like,love,love,fire,wow,sad,👏}'::text[]`;

/** Counts the rows of each kind per thing, in the format of the counter columns. */
const countsOf = (rows: string, thing: string, kind: string) => `
  SELECT thing AS of, jsonb_object_agg(kind, count) AS counts FROM (
    SELECT ${thing} AS thing, ${kind} AS kind, count(*) AS count FROM ${rows} GROUP BY ${thing}, ${kind}
  ) per_kind GROUP BY thing`;

/** $1 to $2: the numbers of the posts; $3: all posts; $4: the last number of the authors; $5: the latest time. */
const POSTS = `
  SELECT n, ${keyOf('post', 'n')} AS id, ${oneOf(31, 'n', 2.5)} AS user_id,
    CASE WHEN n % 3 = 0 THEN ${words(`floor(300 * ${drawn(32, 'n')})::int`, '(2 + n % 5)')} END AS title,
    ${words(`floor(300 * ${drawn(33, 'n')})::int`, `(3 + least(${skewed(34, 'n', 25)}, 330))`)}
      || ' #topic' || floor(2000 * power(${drawn(36, 'n')}, 3)) AS content,
    CASE WHEN n % 50 = 0 THEN 'draft' WHEN n % 1000 = 1 THEN 'flagged' ELSE 'published' END AS status,
    date_trunc('milliseconds', $5::timestamptz - interval '1 year' * (1 - (n - ${drawn(37, 'n')}) / $3::int)) AS created_at
  FROM people, generate_series($1::int, $2::int) n`;

const INSERT_POSTS = `WITH people AS MATERIALIZED (${peopleUpTo('$4::int')}), chosen AS MATERIALIZED (${POSTS}), made AS (
     INSERT INTO social.posts (id, user_id, title, content, status, is_sensitive, is_ai_generated,
       published_at, created_at, updated_at)
     SELECT id, user_id, title, content, status, n % 100 = 7, n % 30 = 4,
       CASE WHEN status <> 'draft' THEN created_at END, created_at, created_at
     FROM chosen ORDER BY n ON CONFLICT DO NOTHING RETURNING id, user_id, status
   ), post AS MATERIALIZED (
     SELECT n, id, status, created_at, $5::timestamptz - created_at AS age, many,
       CASE WHEN status = 'draft' THEN 0 ELSE least(${skewed(41, 'n', 10)}, many / 2, 4095) END AS reactions,
       CASE WHEN status = 'draft' THEN 0 ELSE least(${skewed(43, 'n', 2)}, 4095) END AS comments
     FROM chosen JOIN (SELECT id FROM made) fresh USING (id), people
   ), reacted AS (
     INSERT INTO social.reactions (post_id, user_id, type, created_at)
     SELECT id, ${PERSON}[1 + floor(many * power((k + ${drawn(45, PART)}) / reactions, 1.5))::int],
       (${REACTIONS})[1 + floor(10 * ${drawn(46, PART)})::int], created_at + age * power(${drawn(47, PART)}, 4)
     FROM post, generate_series(0, reactions - 1) k
     ON CONFLICT DO NOTHING RETURNING post_id, type
   ), commented AS (
     INSERT INTO social.comments (id, post_id, user_id, parent_id, content, created_at)
     SELECT ${keyOf('comment', 'n', 'k')}, id, ${oneOf(51, PART, 2)},
       CASE WHEN k % 4 = 3 THEN ${keyOf('comment', 'n', '(k - 1)')} END,
       ${words(`floor(300 * ${drawn(52, PART)})::int`, `(2 + least(${skewed(53, PART, 12)}, 200))`)},
       created_at + age * power((k + ${drawn(55, PART)}) / comments, 4) + k * interval '1 microsecond'
     FROM post, generate_series(0, comments - 1) k RETURNING post_id, created_at
   ), voted AS (
     INSERT INTO social.poll_votes (poll_id, user_id, option_index, created_at)
     SELECT ${keyOf('poll', 'n')}, ${PERSON}[1 + floor(many * (k + ${drawn(61, PART)}) / votes)::int], k % 3,
       created_at + age * ${drawn(62, PART)}
     FROM (SELECT *, least(reactions * 2, many / 2) AS votes FROM post WHERE n % 100 = 8) asking,
       generate_series(0, votes - 1) k
     ON CONFLICT DO NOTHING RETURNING poll_id, option_index
   ), asked AS (
     INSERT INTO social.polls (id, post_id, question, options, anonymous, counts)
     SELECT ${keyOf('poll', 'n')}, id, ${words('n % 300', '8')}, '["Yes", "No", "It depends"]', n % 200 = 8,
       coalesce(counts, '{}')
     FROM post LEFT JOIN (${countsOf('voted', 'poll_id', 'option_index')}) v ON v.of = ${keyOf('poll', 'n')}
     WHERE n % 100 = 8
   ), counted AS (
     INSERT INTO social.post_counters (post_id, reactions, comments_count, last_comment_at)
     SELECT id, coalesce(counts, '{}'), coalesce(c.count, 0), c.last_at FROM made
     LEFT JOIN (${countsOf('reacted', 'post_id', 'type')}) r ON r.of = id
     LEFT JOIN (
       SELECT post_id, count(*) AS count, max(created_at) AS last_at FROM commented GROUP BY post_id
     ) c ON c.post_id = id
   ), authors AS (
     UPDATE account.user_counters c SET posts_count = posts_count + step.count
     FROM (SELECT user_id, count(*) AS count FROM made WHERE status = 'published' GROUP BY user_id) step
     WHERE c.user_id = step.user_id
   ) SELECT count(*)::int AS made FROM made`;

const TABLES = ['posts', 'comments', 'reactions', 'poll_votes', 'follows'];

/** User 5 follows 5,000 users, every hundredth user 200, and the others mostly follow the first few users. */
const INSERT_FOLLOWS = `WITH people AS (${peopleUpTo('$3::int')}), follower AS (
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
   ) SELECT count(*)::int AS made FROM made`;
const INSERT_STORIES = `WITH people AS (${peopleUpTo('$1::int')}), told AS (
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
   ) SELECT count(*)::int AS made FROM told`;

/** Writes follows, posts and stories of the demonstration accounts. */
export class DemonstrationNetwork {
  constructor(
    private readonly pool: Pool,
    private readonly users: number,
    /** The latest time of all rows. */
    private readonly now: Date,
  ) {}

  insertFollows(from: number, to: number): Promise<number> {
    return this.withoutTriggers((run) => countMade(run, INSERT_FOLLOWS, [from, to, this.users, this.now]));
  }

  /** Inserts the posts with these numbers out of `posts`, with comments, reactions and polls. */
  insertPosts(from: number, to: number, posts: number): Promise<number> {
    return this.withoutTriggers((run) => countMade(run, INSERT_POSTS, [from, to, posts, this.users, this.now]));
  }

  insertStories(): Promise<number> {
    return inTransaction(this.pool, (run) => countMade(run, INSERT_STORIES, [this.users, this.now]));
  }

  /** Updates the planner statistics, which otherwise describe empty tables. */
  async analyze(): Promise<void> {
    await inTransaction(this.pool, (run) => run('ANALYZE'));
  }

  /**
   * Disables the counter triggers, which cost ten times as much as the row; the statement updates the counters itself.
   */
  private withoutTriggers<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, async (run) => {
      await setTriggers(run, 'DISABLE');
      const result = await work(run);
      await setTriggers(run, 'ENABLE');
      return result;
    });
  }
}

async function setTriggers(run: Run, state: 'DISABLE' | 'ENABLE'): Promise<void> {
  for (const table of TABLES) await run(`ALTER TABLE social.${table} ${state} TRIGGER USER`);
}
