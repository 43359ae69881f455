import { queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';

const PEOPLE = 10_000;
/** The number of rows in each table that grows with use. */
const ROWS = 20_000;
const FOLLOW = 'follower_id = $1 AND following_id = $2';
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

let service: TestService;
let user: string;
let other: string;
let post: string;
let poll: string;
let story: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const fill = (text: string) => service.database.query(text);
  await fill(`INSERT INTO account.users (email) SELECT n || '@example.com' FROM generate_series(1, ${PEOPLE}) n`);
  await fill('INSERT INTO account.user_counters (user_id) SELECT id FROM account.users');
  await fill('CREATE TABLE people AS SELECT id, row_number() OVER () - 1 AS n FROM account.users');
  /** Each row gets two users of its own. */
  const rows = (count = ROWS) => `
    FROM generate_series(0, ${count - 1}) i
    JOIN people a ON a.n = i % ${PEOPLE} JOIN people b ON b.n = (i + 1 + i / ${PEOPLE}) % ${PEOPLE}`;
  const at = `now() - i * interval '1 second'`;
  for (const table of ['follows', 'posts']) await fill(`ALTER TABLE social.${table} DISABLE TRIGGER USER`);
  await fill(`
    INSERT INTO social.follows (follower_id, following_id, status, created_at)
    SELECT a.id, b.id, CASE WHEN i % 10 = 0 THEN 'requested' ELSE 'following' END, ${at} ${rows()}`);
  await fill(`INSERT INTO social.blocks (blocker_id, blocked_id, created_at) SELECT a.id, b.id, ${at} ${rows()}`);
  await fill(`
    INSERT INTO social.bookmarks (user_id, bookmarkable_type, bookmarkable_id, created_at)
    SELECT a.id, (ARRAY['course', 'event'])[i % 2 + 1], i, ${at} ${rows()}`);
  await fill(`INSERT INTO social.posts (user_id, title) SELECT a.id, 'post ' || i ${rows()}`);
  await fill(`INSERT INTO social.polls (post_id, question, options) SELECT id, 'q', '["a", "b"]' FROM social.posts`);
  [poll, post] = (await fill('SELECT id, post_id FROM social.polls LIMIT 1')).rows.flatMap((row) => [
    row.id,
    row.post_id,
  ]) as [string, string];
  await fill(`
    INSERT INTO social.poll_votes (poll_id, user_id, option_index)
    SELECT p.id, a.id, i % 2 FROM (SELECT id, row_number() OVER () AS n FROM social.polls) p
    JOIN generate_series(0, ${ROWS - 1}) i ON p.n = i + 1 JOIN people a ON a.n = i % ${PEOPLE}`);
  await fill(`
    INSERT INTO social.stories (user_id, expires_at) SELECT a.id, now() + (i - 15000) * interval '1 minute' ${rows()}`);
  await fill(`
    INSERT INTO social.story_frames (story_id, position, media_url, media_type)
    SELECT id, 0, 'https://example.com', 'image' FROM social.stories`);
  await fill(`
    INSERT INTO social.story_views (story_id, user_id)
    SELECT s.id, a.id FROM social.stories s CROSS JOIN (SELECT id FROM people LIMIT 3) a`);
  await fill('ANALYZE');
  [user, other] = (await fill('SELECT id FROM people ORDER BY n LIMIT 2')).rows.map(({ id }) => id) as [string, string];
  story = (await fill('SELECT id FROM social.stories LIMIT 1')).rows[0].id;
});
afterAll(() => service.stop());

describe('an index serves the statement', () => {
  it.each<[string, () => unknown[]]>([
    ['block_between', () => [user, other]],
    ['block_hidden_from', () => [user]],
    ['block_insert', () => [user, other]],
    ['DELETE FROM social.blocks WHERE blocker_id = $1 AND blocked_id = $2', () => [user, other]],
    ['blocks_of_user', () => [user, ...END, 21]],
    [`SELECT FROM social.follows WHERE ${FOLLOW} AND status = $3 LIMIT 1`, () => [user, other, 'following']],
    ['follow_ask', () => [user, other]],
    ['follow_accept', () => [user, other]],
    [`DELETE FROM social.follows WHERE ${FOLLOW} AND status = $3`, () => [user, other, 'requested']],
    [`DELETE FROM social.follows WHERE ${FOLLOW} RETURNING *`, () => [user, other]],
    ['follow_end_both', () => [user, other]],
    ['follows_of_followed', () => [user, ...END, 21, 'following']],
    ['follows_of_follower', () => [user, ...END, 21, 'following']],
    ['bookmark_keep', () => [user, 'course', '1']],
    ['bookmarks_of_user', () => [user, ...END, 21, false]],
    ['bookmarks_of_type', () => [user, ...END, 21, false, 'post']],
    ['DELETE FROM social.bookmarks WHERE id = $1 AND user_id = $2', () => [post, user]],
    ['poll_vote', () => [poll, user, 1, false]],
    ['poll_show', () => [poll, user]],
    ['stories_active', () => [user]],
    ['story_single', () => [story, user, false]],
    ['story_lock', () => [story, user, false]],
    ['story_view', () => [story, user, false]],
    ['story_views', () => [story, ...END, 21]],
    ['DELETE FROM social.stories WHERE id = ANY ($1)', () => [[story]]],
    ['story_delete_frames', () => [[story]]],
    ['stories_lock_old', () => []],
    ['follows_for_export', () => [user]],
    ['blocks_for_export', () => [user]],
    ['bookmarks_for_export', () => [user]],
    ['poll_votes_for_export', () => [user]],
    ['stories_for_export', () => [user]],
  ])('%s', async (name, values) => {
    const plan = await queryPlan(service.database, name, values());
    expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
  });

  it('a page of followers is read in its order, and not sorted', async () => {
    for (const [name, index] of [
      ['follows_of_followed', 'follows_of_followed'],
      ['follows_of_follower', 'follows_newest'],
    ] as const) {
      const plan = await queryPlan(service.database, name, [user, ...END, 21, 'following']);
      expect(plan.some((step) => step.endsWith(index))).toBe(true);
      expect(plan.filter((step) => step.includes('Sort'))).toEqual([]);
    }
  });
});
