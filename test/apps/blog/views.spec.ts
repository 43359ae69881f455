import { atOnce } from '../../account/at-once.js';
import { PurgeEventsJob } from '../../../src/web-events/days/purge-events.job.js';
import { RollUpDaysJob } from '../../../src/web-events/days/roll-up-days.job.js';
import type { Account } from '../../support/service.js';
import { dayAgo, Newsroom } from './newsroom.js';

let room: Newsroom;
let ann: Account & { blog: any };
beforeAll(async () => {
  room = await Newsroom.start();
  ann = await room.author();
});
afterAll(() => room.stop());

const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';

describe('a view', () => {
  it('is recorded of a public post, without who it was', async () => {
    const post = await room.published(ann);
    const seen = await room.view(post, 'https://www.News.example/a?b', { 'user-agent': IPHONE, 'cf-ipcountry': 'DE' });
    expect([seen.status, seen.text, seen.headers['cache-control']]).toEqual([204, '', 'no-store']);
    const [view] = await room.views(post);
    expect(view).toEqual({
      id: expect.any(String),
      blog_id: ann.blog.id,
      post_id: post.id,
      visitor_hash: expect.any(Buffer),
      country: 'DE',
      device: 'mobile',
      referrer_host: 'news.example',
      created_at: expect.any(Date),
    });
    expect(view.visitor_hash).toHaveLength(16);
    await room.view(post, 'https://hub.example/v1/apps/blog/public/x', { referer: 'https://other.example/' });
    await room.view(post, 'javascript:alert(1)');
    await room.open(`view/${post.id}`);
    expect((await room.views(post)).slice(1).map(({ referrer_host }) => referrer_host)).toEqual([null, null, null]);
  });

  it('is answered and not recorded of what nobody may read, and of programs', async () => {
    const [draft, live] = [await room.post(ann), await room.published(ann)];
    const blocked = await room.author();
    const closed = await room.published(blocked);
    await room.rows('UPDATE ext_blog.blogs SET blocked_at = now() WHERE id = $1', blocked.blog.id);
    expect((await room.view(draft)).status).toBe(204);
    expect((await room.view(closed)).status).toBe(204);
    expect((await room.view(live, '', { 'user-agent': BOT })).status).toBe(204);
    expect((await room.view(live, '', { 'sec-purpose': 'prefetch' })).status).toBe(204);
    expect((await room.open(`view/${live.id}`, {}, 'HEAD')).status).toBe(204);
    for (const path of ['view/', 'view/x', 'view/a/b', `view/${ann.id}`])
      expect((await room.open(path)).status).toBe(204);
    for (const post of [draft, live, closed]) expect(await room.views(post)).toEqual([]);
  });

  it('is recorded thirty times in ten seconds at most', async () => {
    const post = await room.published(ann);
    const same = { 'x-forwarded-for': '9.9.9.9' };
    // At once, as on a busy machine 35 requests one after another may take longer than the ten seconds.
    await atOnce(35, () => room.view(post, '', same));
    const views = await room.views(post);
    expect(views.length).toBeLessThanOrEqual(30);
    expect(new Set(views.map(({ visitor_hash }) => visitor_hash.toString('hex'))).size).toBe(1);
  });
});

describe('the figures', () => {
  it('are the same before and after days are counted, and when views are forgotten', async () => {
    const eve = await room.author();
    const [post, other] = [await room.published(eve, { title: 'Much read' }), await room.published(eve)];
    await room.viewed(post, 100, 4);
    await room.viewed(post, 20, 3, `'FR', 'mobile', 'a.example'`);
    await room.viewed(post, 1, 2, `'DE', 'desktop', 'a.example'`);
    await room.viewed(other, 1, 1);
    await room.view(post, 'https://b.example/', { 'cf-ipcountry': 'DE' });
    await room.rows('UPDATE ext_blog.rollup_state SET rolled_through = NULL');
    const asked = { post_id: post.id, from: dayAgo(100), to: dayAgo(0) };
    const read = async () => ({
      long: (await room.ask(eve, 'get-post-stats', asked)).stats,
      month: (await room.ask(eve, 'get-post-stats', { post_id: post.id })).stats,
      app: (await room.ask(eve, 'stats')).stats,
      ever: (await room.ask(eve, 'stats', { from: dayAgo(300) })).stats,
      listed: (await room.ask(eve, 'list-posts')).posts.map(({ views }: any) => views),
    });
    const before = await read();
    expect(before.long).toMatchObject({ views: 10, visitors: 10 });
    expect(before.long.series).toHaveLength(101);
    expect(before.long.series[0]).toEqual({ day: dayAgo(100), views: 4, visitors: 4 });
    expect(before.long.countries).toEqual([
      { value: 'DE', views: 7, visitors: 7 },
      { value: 'FR', views: 3, visitors: 3 },
    ]);
    expect(before.month.series).toHaveLength(30);
    expect(before.month.referrers).toEqual([
      { value: 'a.example', views: 5, visitors: 5 },
      { value: 'b.example', views: 1, visitors: 1 },
    ]);
    expect(before.month.devices).toEqual([
      { value: 'desktop', views: 3, visitors: 3 },
      { value: 'mobile', views: 3, visitors: 3 },
    ]);
    expect(before.app).toEqual({
      posts_published: 2,
      posts_published_in_range: 2,
      drafts: 0,
      scheduled: 0,
      views: 7,
      visitors: 7,
      words_published: 4,
      top_posts: [
        { post_id: post.id, title: 'Much read', views: 6 },
        { post_id: other.id, title: 'Rye in winter', views: 1 },
      ],
      top_referrers: before.month.referrers,
    });
    expect(before.ever.views).toBe(11);
    expect(before.listed).toEqual([1, 10]);
    for (let run = 0; run < 2; run++) {
      await room.rows('UPDATE ext_blog.rollup_state SET rolled_through = NULL');
      await room.run(RollUpDaysJob);
      expect(await read()).toEqual(before);
    }
    await room.run(PurgeEventsJob);
    expect(await room.views(post)).toHaveLength(6);
    expect(await read()).toEqual(before);
    const { export: tables } = await room.ask(eve, 'export');
    expect(Object.keys(tables).sort()).toEqual([
      'blog_day_values',
      'blog_handles',
      'blogs',
      'post_day_values',
      'post_days',
      'post_revisions',
      'post_slugs',
      'posts',
    ]);
    expect(tables.post_days).toHaveLength(4);
    expect(JSON.stringify(tables)).not.toMatch(/hash|preview_token/);
  });

  it('show the first of what still has a name, whatever was deleted or is not kept by itself', async () => {
    const eve = await room.author();
    const posts = [];
    for (let n = 1; n <= 7; n++) {
      const post = await room.published(eve, { title: `Post ${n}` });
      await room.viewed(post, 1, 10 - n, `'DE', 'desktop', 'often.example'`);
      posts.push(post);
    }
    await room.rows(
      `INSERT INTO ext_blog.post_views (blog_id, post_id, visitor_hash, referrer_host, created_at)
       SELECT $1, $2, int4send(n), 'r' || n || '.example', now() - interval '1 day' FROM generate_series(1, 300) n`,
      eve.blog.id,
      posts[6].id,
    );
    await room.rows('UPDATE ext_blog.rollup_state SET rolled_through = NULL');
    await room.run(RollUpDaysJob);
    await room.ask(eve, 'delete-post', { post_id: posts[0].id });
    await room.ask(eve, 'delete-post', { post_id: posts[0].id, permanent: true });
    const { top_posts, top_referrers, views } = (await room.ask(eve, 'stats')).stats;
    expect(views).toBe(342);
    expect(top_posts.map(({ title }: any) => title)).toEqual(['Post 7', 'Post 2', 'Post 3', 'Post 4', 'Post 5']);
    expect(top_referrers[0]).toEqual({ value: 'often.example', views: 42, visitors: 42 });
    expect(top_referrers.map(({ value }: any) => value)).not.toContain('(other)');
    expect(top_referrers).toHaveLength(5);
  });

  it('are of 366 days at most', async () => {
    const { id: post_id } = await room.post(ann);
    await room.expectRefused(ann, 'get-post-stats', { post_id, from: dayAgo(366) }, 400, 'Range is at most 366 days');
    await room.ask(ann, 'get-post-stats', { post_id, from: dayAgo(365) });
    await room.call(ann, 'get-post-stats', { post_id, from: dayAgo(0), to: dayAgo(1) }).expect(400);
    await room.call(ann, 'get-post-stats', { post_id, from: 'yesterday' }).expect(400);
  });

  it('count what is planned and written, and nothing without a blog', async () => {
    const eve = await room.author();
    await room.post(eve);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await room.published(eve, {}, later);
    await room.published(eve, {}, '2020-01-01T00:00:00Z');
    const counts = { posts_published: 1, posts_published_in_range: 0, drafts: 1, scheduled: 1, words_published: 2 };
    expect((await room.ask(eve, 'stats')).stats).toMatchObject({ ...counts, views: 0, top_posts: [] });
    expect(
      (await room.ask(eve, 'stats', { from: '2020-01-01', to: '2020-01-02' })).stats.posts_published_in_range,
    ).toBe(1);
    const nobody = await room.person();
    expect((await room.ask(nobody, 'stats')).stats).toMatchObject({ posts_published: 0, views: 0, top_referrers: [] });
  });
});
