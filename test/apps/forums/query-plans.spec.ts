import '../../../src/apps/forums/forums.app.js';
import { randomUUID } from 'node:crypto';
import { expectIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['forums', 'categories', 'members', 'topics', 'posts', 'revisions', 'likes', 'tracking', 'reviews'];

let service: TestService;
let forum: string;
let category: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 300) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`
    INSERT INTO ext_forums.forums (owner_id, name, slug, member_count)
    SELECT u.ids[1 + n % 300], 'word' || n, 'f' || n, n FROM generate_series(1, 1000) n, ${users}`);
  await ask(`INSERT INTO ext_forums.categories (forum_id, name, slug) SELECT id, 'c', 'c' FROM ext_forums.forums`);
  await ask(`
    INSERT INTO ext_forums.members (forum_id, user_id, role, suspended_until)
    SELECT f.id, u.ids[n], 'member', CASE WHEN n < 2 THEN now() END FROM ext_forums.forums f, generate_series(1, 10) n, ${users}`);
  await ask(`
    INSERT INTO ext_forums.topics (forum_id, category_id, owner_id, last_post_user_id, title, tags, bumped_at, pinned)
    SELECT c.forum_id, c.id, u.ids[1 + n % 300], u.ids[1], 'Topic ' || n, ARRAY['t' || n], now() - n * interval '1 minute', n = 1
    FROM ext_forums.categories c, generate_series(1, 10) n, ${users}`);
  await ask(`
    INSERT INTO ext_forums.posts (topic_id, forum_id, owner_id, number, body, html, tsv, created_at)
    SELECT t.id, t.forum_id, t.owner_id, n, 'x', 'x', to_tsvector('english', 'word' || (random() * 5000)::int), now() - n * interval '1 day'
    FROM ext_forums.topics t, generate_series(1, 3) n`);
  await ask(
    `INSERT INTO ext_forums.revisions (post_id, editor_id, body) SELECT id, owner_id, 'x' FROM ext_forums.posts WHERE number = 1`,
  );
  await ask(`
    INSERT INTO ext_forums.likes (post_id, topic_id, forum_id, user_id)
    SELECT p.id, p.topic_id, p.forum_id, u.ids[1] FROM ext_forums.posts p, ${users} WHERE number = 1`);
  await ask(`
    INSERT INTO ext_forums.tracking (topic_id, user_id, level)
    SELECT t.id, u.ids[1 + (t.bumped_at < now() - interval '5 minutes')::int], 'watching' FROM ext_forums.topics t, ${users}`);
  await ask(`
    INSERT INTO ext_forums.reviews (forum_id, post_id, kind, reporter_id, status)
    SELECT p.forum_id, p.id, 'flag', p.owner_id, 'agreed' FROM ext_forums.posts p WHERE number = 1`);
  const { rows } = await service.database.query('SELECT forum_id, id FROM ext_forums.categories LIMIT 1');
  [forum, category] = [rows[0].forum_id, rows[0].id];
  // One that is so large that nobody sorts it for a page, in a forum of which it is a small part.
  await service.database.query(
    `WITH others AS (
       INSERT INTO ext_forums.categories (forum_id, name, slug) SELECT $1, 'o' || n, 'o' || n FROM generate_series(1, 3) n
       RETURNING id
     )
     INSERT INTO ext_forums.topics (forum_id, category_id, owner_id, last_post_user_id, title, bumped_at)
     SELECT $1, c.id, u.ids[1 + n % 300], u.ids[1], 'Topic', now() - n * interval '1 hour'
     FROM (SELECT $2::uuid AS id UNION ALL SELECT id FROM others) c, generate_series(1, 5000) n, ${users}`,
    [forum, category],
  );
  await ask('VACUUM (ANALYZE)');
  // Statements of a list are written when it is first asked for.
  const { client } = await service.account();
  await client.post('/v1/apps/install', { slug: 'forums' }).expect(200);
  for (const input of [{}, { q: 'word7' }, { mine: true }])
    await client.post('/v1/apps/forums/list-forums', input).expect(200);
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['forums_place', [ID, ID]],
  ['forums_place_slug', ['f7', null]],
  ['forums_place_category', [ID, ID]],
  ['forums_place_topic', [ID, ID]],
  ['forums_place_post', [ID, ID]],
  ['forums_list largest b', [2147483647, LAST_ID, 21, ID]],
  ['forums_list largest ac', [2147483647, LAST_ID, 21, 'word7']],
  ['forums_categories_latest', [ID]],
  ['forums_tags', [ID]],
  ['forums_staff', [ID, ID]],
  ['forums_suspended', [ID]],
  ['forums_pace', [ID, ID, ID]],
  ['forums_topic_views', [[ID], ID]],
  ['forums_posts_page', [ID, ID, false, null, 1, 21]],
  ['forums_posts_before', [ID, ID, false, null, 7, 21]],
  ['SELECT id FROM ext_forums.posts WHERE topic_id = $1 AND owner_id = $2 AND idempotency_key = $3', [ID, ID, 'k']],
  ['forums_answered', [ID, 2]],
  ['forums_tracking_tell', [ID, 2, [], 500]],
  ['forums_unread', [ID, [ID]]],
  ['forums_likes_of_day', [ID]],
  ['forums_flags_of_day', [ID]],
  ['forums_flag_weight', [ID]],
  ['SELECT * FROM ext_forums.reviews WHERE post_id = $1 AND status = $2 ORDER BY created_at ASC, id ASC', [ID, 'open']],
  ['forums_reviews_of_forum', [ID, 'open', null, '-infinity', FIRST_ID, 21]],
  ['forums_review_files', [[ID], 'open', null]],
  ['forums_clean_up_topics', [ID, ID]],
  ['forums_members_promote', [500]],
  ['forums_reindex', [ID, '-infinity', FIRST_ID, 500]],
  ['forums_recount_topics', [[ID]]],
  ['forums_recount_members', [[ID]]],
  ['forums_recount_forums', [[ID]]],
  ['forums_forget_lock', [ID]],
  ['forums_forget_members', [ID]],
  ['forums_stats', [ID, ...DAYS]],
  ['forums_stats_top', [ID, ...DAYS]],
  ['forums_export posts', [ID]],
  ['forums_export reviews', [ID]],
])('%s reads by an index', async (name, values) => {
  await expectIndexed(service.database, name, values, MANY);
});

it('the largest forums are read in their order', async () => {
  const plan = await queryPlan(service.database, 'forums_list largest a', [2147483647, LAST_ID, 21]);
  expect(plan).toContain('Index Scan forums forums_largest');
  expect(plan.some((step) => step.startsWith('Sort'))).toBe(false);
});

it.each([
  ['latest', {}, ''],
  ['latest', { category_id: 1 }, 'c'],
  ['latest', { tag: 't7' }, 't'],
  ['latest', { author_id: ID }, 'a'],
  ['unsolved', {}, ''],
  ['top', { period: 'week' }, 'week '],
  ['search', { q: 'word7' }, ''],
])('topics are listed by an index (%s %j)', async (filter, given, letters) => {
  const input = { ...given, ...('category_id' in given && { category_id: category }) };
  const wish = filter === 'search' ? {} : { filter };
  await service
    .client()
    .post('/v1/apps/forums/list-topics', { forum_id: forum, ...wish, ...input })
    .expect(200);
  const own = Object.values(input).filter((value) => value !== 'week' && value !== 'word7');
  const after = { top: ['true', '2147483647'], search: ['english', 'word7', '9223372036854775807'] }[filter] ?? [
    'true',
    'infinity',
  ];
  const name = filter === 'search' ? 'forums_search ' : `forums_topics ${filter} ${letters}`;
  await expectIndexed(service.database, name, [forum, ...own, ...after, LAST_ID, 21], MANY);
});

it.each(['', 'c'])('the latest topics are read in their order (%s)', async (letters) => {
  const own = letters ? [category] : [];
  const plan = await queryPlan(service.database, `forums_topics latest ${letters}`, [
    forum,
    ...own,
    'true',
    'infinity',
    LAST_ID,
    3,
  ]);
  expect(plan).toContain(`Index Scan topics topics_${letters ? 'latest_of_category' : 'listed'}`);
});

it('a search ranks a thousand posts of a word that all have, and still finds what is rare among older ones', async () => {
  const { rows } = await service.database.query(
    'SELECT c.forum_id, c.id, u.id AS owner_id FROM ext_forums.categories c, LATERAL (SELECT id FROM account.users LIMIT 1) u WHERE c.forum_id <> $1 LIMIT 1',
    [forum],
  );
  const [{ forum_id, id, owner_id }] = rows;
  await service.database.query(
    `WITH made AS (
       INSERT INTO ext_forums.topics (forum_id, category_id, owner_id, last_post_user_id, title, bumped_at)
       SELECT $1, $2, $3, $3, 'Common ' || n, now() FROM generate_series(1, 1100) n RETURNING id, title
     )
     INSERT INTO ext_forums.posts (topic_id, forum_id, owner_id, number, body, html, tsv, created_at)
     SELECT id, $1, $3, 1, 'x', 'x',
       to_tsvector('english', CASE title WHEN 'Common 1100' THEN 'everyday seldom' ELSE 'everyday' END),
       now() - split_part(title, ' ', 2)::int * interval '1 minute' FROM made`,
    [forum_id, id, owner_id],
  );
  const search = async (q: string) => {
    const titles: string[] = [];
    let cursor: string | undefined;
    do {
      const input = { forum_id, q, limit: 100, cursor };
      const { body } = await service.client().post('/v1/apps/forums/list-topics', input).expect(200);
      titles.push(...body.topics.map(({ title }: { title: string }) => title));
      cursor = body.next_cursor ?? undefined;
    } while (cursor);
    return titles;
  };
  expect((await search('everyday')).length).toBe(1000);
  expect(await search('everyday seldom')).toEqual(['Common 1100']);
  expect(await search('seldom')).toEqual(['Common 1100']);
});
