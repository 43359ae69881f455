import { sql } from '../platform/database/sql.js';
import { drawn, keyOf, peopleUpTo, skewed, words } from './draw.sql.js';

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

/**
 * $1 to $2: the numbers of the posts; $3: all posts; $4: the last number of the authors; $5: the latest time.
 */
const POSTS = `
  SELECT n, ${keyOf('post', 'n')} AS id, ${oneOf(31, 'n', 2.5)} AS user_id,
    CASE WHEN n % 3 = 0 THEN ${words(`floor(300 * ${drawn(32, 'n')})::int`, '(2 + n % 5)')} END AS title,
    ${words(`floor(300 * ${drawn(33, 'n')})::int`, `(3 + least(${skewed(34, 'n', 25)}, 330))`)}
      || ' #topic' || floor(2000 * power(${drawn(36, 'n')}, 3)) AS content,
    CASE WHEN n % 50 = 0 THEN 'draft' WHEN n % 1000 = 1 THEN 'flagged' ELSE 'published' END AS status,
    date_trunc('milliseconds', $5::timestamptz - interval '1 year' * (1 - (n - ${drawn(37, 'n')}) / $3::int)) AS created_at
  FROM people, generate_series($1::int, $2::int) n`;

export const INSERT_POSTS = sql(
  'demonstration_posts',
  `WITH people AS MATERIALIZED (${peopleUpTo('$4::int')}), chosen AS MATERIALIZED (${POSTS}), made AS (
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
   ) SELECT count(*)::int AS made FROM made`,
);
