import '../../../src/apps/blog/blog.app.js';
import { randomUUID } from 'node:crypto';
import { RollUpDaysJob } from '../../../src/web-events/days/roll-up-days.job.js';
import { expectAlwaysIndexed, expectIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = [
  'blogs',
  'blog_handles',
  'posts',
  'post_slugs',
  'post_revisions',
  'post_views',
  'post_days',
  'post_day_values',
  'blog_day_values',
];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 1000) n`);
  await ask(`
    INSERT INTO ext_blog.blogs (owner_id, handle, title)
    SELECT id, 'blog-' || row_number() OVER (), 'A blog' FROM account.users`);
  await ask(`INSERT INTO ext_blog.blog_handles (blog_id, handle) SELECT id, 'old-' || handle FROM ext_blog.blogs`);
  await ask(`
    INSERT INTO ext_blog.posts (blog_id, owner_id, title, slug, status, renderer_version, tags, preview_token,
      published_at, publish_at, trashed_at, updated_at)
    SELECT b.id, b.owner_id, 'Post ' || n, 'post-' || n, (ARRAY['published', 'published', 'draft', 'scheduled', 'trashed'])[1 + n % 5],
      1, ARRAY['t' || n], 'x', now() - n * interval '1 day', now() + n * interval '1 day', now(), now() - n * interval '1 hour'
    FROM ext_blog.blogs b, generate_series(1, 10) n`);
  await ask(
    `INSERT INTO ext_blog.post_slugs (blog_id, slug, post_id) SELECT blog_id, 'old-' || slug, id FROM ext_blog.posts`,
  );
  await ask(`
    INSERT INTO ext_blog.post_revisions (post_id, version, title, body_markdown, word_count, reason)
    SELECT id, n, 'T', 'B', 1, 'save' FROM ext_blog.posts, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_blog.post_views (blog_id, post_id, visitor_hash, country, created_at)
    SELECT blog_id, id, '\\x01', 'DE', now() - n * interval '1 day' FROM ext_blog.posts, generate_series(0, 2) n`);
  await ask(`
    INSERT INTO ext_blog.post_days (post_id, blog_id, day, views, visitors)
    SELECT id, blog_id, current_date - n, 1, 1 FROM ext_blog.posts, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_blog.post_day_values (post_id, day, dimension, value, views, visitors)
    SELECT id, current_date - n, 'country', 'DE', 1, 1 FROM ext_blog.posts, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_blog.blog_day_values (blog_id, day, dimension, value, views, visitors)
    SELECT id, current_date - n, dimension, 'x', 1, 1 FROM ext_blog.blogs, generate_series(1, 10) n,
      unnest(ARRAY['all', 'post', 'referrer']) dimension`);
  await ask(`INSERT INTO ext_blog.rollup_state (name, rolled_through) VALUES ('blog', current_date - 1)`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

async function readsByIndex(name: string, values: unknown[]): Promise<void> {
  await expectAlwaysIndexed(service.database, name, values, MANY);
}

it.each<[name: string, values: unknown[]]>([
  ['blog_served', ['blog-1']],
  ['blog_served_by_id', [ID]],
  ['SELECT * FROM ext_blog.blogs WHERE owner_id = $1 FOR NO KEY UPDATE', [ID]],
  ['ext_blog_blog_handles_taken', [['blog-1'], ID, ID]],
  ['ext_blog_blog_handles_forget', ['blog-1', ID]],
  ['ext_blog_blog_handles_moved_to', ['old-blog-1']],
  ['SELECT FROM ext_blog.posts WHERE blog_id = $1 AND slug = $2 LIMIT 1', [ID, 'x']],
  ['SELECT count(*)::int AS count FROM ext_blog.posts WHERE blog_id = $1', [ID]],
  ['blog_free_slug', [ID, 'x', null, []]],
  ['blog_free_redirect', [ID, 'x']],
  ['blog_go_live', [ID, new Date(0).toISOString()]],
  ['blog_publish_due', [200]],
  ['blog_replace_autosave', [ID, 2, 'T', 'B', null, 1]],
  ['blog_revisions', [ID, 9, 21]],
  ['blog_surplus_revisions', [[ID], 50]],
  ['blog_posts_after', [ID, 500]],
  ['blog_empty_trash', [100]],
  ['SELECT id FROM ext_blog.posts WHERE renderer_version < $1 ORDER BY renderer_version ASC, id ASC LIMIT $2', [1, 20]],
  ['blog_read', [ID, 'x']],
  ['blog_moved_slug', [ID, 'x']],
  ['blog_index', [ID, 11, 0]],
  ['blog_with_tag', [ID, 11, 0, 't1']],
  ['blog_feed', [ID, true]],
  ['blog_sitemap', [ID]],
  ['blog_changed_at', [ID]],
  ['blog_viewed', [ID]],
  ['blog_series', [ID, ...DAYS, ID]],
  ['blog_values', [ID, ...DAYS, ID, 50]],
  ['blog_values_of_blog', [ID, ...DAYS, 50]],
  ['blog_top_posts', [[ID], ...DAYS, ID, 5]],
  ['blog_counts', [ID, ...DAYS]],
  ['blog_export posts', [ID]],
  ['blog_export post_revisions', [ID]],
])('%s reads by an index, planned for its values and for any', readsByIndex);

it('the pages of a large blog are read in their order, without sorting', async () => {
  const { rows } = await service.database.query(`
    INSERT INTO ext_blog.posts (blog_id, owner_id, slug, status, renderer_version, preview_token, published_at)
    SELECT id, owner_id, 'large-' || n, 'published', 1, 'x', now() - n * interval '1 day'
    FROM ext_blog.blogs, generate_series(1, 4000) n WHERE handle = 'blog-1' RETURNING blog_id`);
  await service.database.query('ANALYZE ext_blog.posts');
  for (const [name, more] of [
    ['blog_index', [11, 0]],
    ['blog_feed', [true]],
  ] as const) {
    const plan = await queryPlan(service.database, name, [rows[0].blog_id, ...more]);
    expect(plan.filter((step) => step.startsWith('Sort') || step.startsWith('Seq'))).toEqual([]);
  }
});

it('the own posts are read in their order, and by what is looked for', async () => {
  const owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'blog' }).expect(200);
  await owner.client.post('/v1/apps/blog/save-blog', { handle: 'planned', title: 'T' }).expect(200);
  const [{ id }] = (await service.database.query(`SELECT id FROM ext_blog.blogs WHERE handle = 'planned'`)).rows;
  for (const sort of ['updated', 'published'])
    for (const [letters, filter] of [
      ['b', {}],
      ['a', { status: 'draft' }],
      ['bc', { tag: 't1' }],
      ['bd', { q: 'Post' }],
    ] as const) {
      await owner.client.post('/v1/apps/blog/list-posts', { sort, ...filter }).expect(200);
      await readsByIndex(`blog_own_posts ${sort} ${letters}`, [id, ...END, 21, ...Object.values(filter)]);
    }
  await fetch(`${service.url}/v1/apps/blog/public/planned/posts.json?tag=t1`);
  await readsByIndex('blog_public_posts published a', [id, ...END, 21, 't1']);
});

it('a year of figures is read from the index alone', async () => {
  for (const [name, values, index] of [
    ['blog_values', [ID, ...DAYS, ID, 50], 'post_day_values_post_id_dimension_day_value_key'],
    ['blog_values_of_blog', [ID, ...DAYS, 50], 'blog_day_values_blog_id_dimension_day_value_key'],
  ] as const) {
    const plan = await queryPlan(service.database, name, [...values]);
    expect(plan.some((step) => step.startsWith('Index Only Scan') && step.endsWith(index))).toBe(true);
  }
});

it('days are counted by an index', async () => {
  await service.app.get(RollUpDaysJob).run();
  for (const at of [0, 1, 2])
    await expectIndexed(service.database, `blog_roll_up_count_${at}`, [[ID], DAYS[0]], ['post_views']);
  await expectIndexed(service.database, 'blog_roll_up_close', [[ID], DAYS[0]], MANY);
});
