import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { BASE, Newsroom } from './newsroom.js';

let room: Newsroom;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  room = await Newsroom.start();
  [ann, bob] = await Promise.all([room.person(), room.person()]);
});
afterAll(() => room.stop());

const save = (who: Account, input: object) => room.ask(who, 'save-blog', input);

describe('a blog', () => {
  it('begins with a handle and a title, and is changed by parts', async () => {
    expect(await room.ask(ann, 'list-posts')).toEqual({ blog: null, posts: [], next_cursor: null });
    for (const input of [{}, { title: 'Slow Baking' }, { handle: 'slow-baking' }])
      await room.expectRefused(ann, 'save-blog', input, 400, 'handle and title are needed to start a blog');
    const input = { handle: 'slow-baking', title: 'Slow Baking', timezone: 'Europe/Paris' };
    expect(await save(ann, input)).toEqual({
      created: true,
      blog: {
        ...input,
        id: expect.any(String),
        owner_id: ann.id,
        url: `${BASE}/slow-baking`,
        description: null,
        language: 'en',
        cover_url: null,
        noindex: false,
        analytics_site_id: null,
        blocked_at: null,
        blocked_reason: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    const changes = { description: 'Bread.', language: 'de-AT', cover_url: 'https://x.example/c.png', noindex: true };
    expect(await save(ann, changes)).toMatchObject({ created: false, blog: { ...input, ...changes } });
    const cleared = { description: '', cover_url: null, noindex: false, language: 'en' };
    expect((await save(ann, cleared)).blog).toMatchObject({ ...cleared, description: null });
    expect((await room.ask(ann, 'list-posts')).blog.handle).toBe('slow-baking');
  });

  it('refuses what is no field of it', async () => {
    for (const wrong of [
      { title: '' },
      { title: 'x'.repeat(121) },
      { description: 'x'.repeat(501) },
      { language: 'not a language' },
      { language: 'e' },
      { timezone: 'Mars/Olympus' },
      { cover_url: 'http://x.example/c.png' },
      { cover_url: 'javascript:alert(1)' },
      { noindex: 'yes' },
      { analytics_site_id: 'x' },
      { id: ann.id },
    ])
      await room.call(ann, 'save-blog', wrong).expect(400);
  });

  it.each(['ab', 'Slow', '-ab', 'ab-', 'a_b', 'x'.repeat(41), '', 'rss.xml', 'a b c'])(
    'cannot have the handle %j',
    async (handle) => {
      await room.expectRefused(ann, 'save-blog', { handle }, 400, 'Invalid handle');
    },
  );

  it('leaves reserved and blacklisted handles alone', async () => {
    await room.rows(
      `INSERT INTO moderation.blacklist (type, value, folded) VALUES ('username', 'taken-name', 'taken-name')`,
    );
    for (const handle of ['admin', 'api', 'blog', 'support', 'view', 'taken-name'])
      await room.expectRefused(ann, 'save-blog', { handle }, 400, 'Handle is reserved');
  });

  it('redirects from a former handle for 90 days, which is nobody else’s until then', async () => {
    const eve = await room.author({ handle: 'first-name' });
    const post = await room.published(eve);
    await save(eve, { handle: 'second-name' });
    await room.expectRefused(bob, 'save-blog', { handle: 'first-name', title: 'Bob' }, 409, 'Handle is taken');
    await room.expectRefused(bob, 'save-blog', { handle: 'second-name', title: 'Bob' }, 409, 'Handle is taken');
    const moved = await room.open(`first-name/${post.slug}?a=1`);
    expect([moved.status, moved.headers.location]).toEqual([301, `/v1/apps/blog/public/second-name/${post.slug}?a=1`]);
    expect((await room.open('first-name')).headers.location).toBe('/v1/apps/blog/public/second-name');
    const named = await room.open(`first-name/tag/${encodeURIComponent('c# & ü/50%')}`);
    expect(named.headers.location).toBe('/v1/apps/blog/public/second-name/tag/c%23%20%26%20%C3%BC/50%25');
    await save(eve, { handle: 'first-name' });
    expect((await room.open('first-name')).status).toBe(200);
    expect((await room.open('second-name')).headers.location).toBe('/v1/apps/blog/public/first-name');
    await room.rows(`UPDATE ext_blog.blog_handles SET released_at = now() - interval '91 days'`);
    expect((await room.open('second-name')).status).toBe(404);
    expect((await save(bob, { handle: 'second-name', title: 'Bob' })).created).toBe(true);
  });

  it('is one of an owner, and one of a handle, however many are started at once', async () => {
    const eve = await room.person();
    const own = await atOnce(20, (n) => room.call(eve, 'save-blog', { handle: `many-${n}`, title: 'Many' }));
    expect(own.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(own.filter(({ body }) => body.created)).toHaveLength(1);
    const people = await Promise.all(Array.from({ length: 5 }, () => room.person()));
    const others = await atOnce(20, (n) =>
      room.call(people[n % 5] as Account, 'save-blog', { handle: 'wanted', title: 'Wanted' }),
    );
    expect(others.filter(({ status, body }) => status === 200 && body.created)).toHaveLength(1);
    expect(await room.rows(`SELECT FROM ext_blog.blogs WHERE handle = 'wanted'`)).toHaveLength(1);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  it('counts with a site of its owner only', async () => {
    const [own, other] = ['0192f000-0000-7000-8000-0000000000a1', '0192f000-0000-7000-8000-0000000000a2'];
    const none = { analytics_site_id: own };
    room.beside('analytics', undefined);
    await room.expectRefused(ann, 'save-blog', none, 404, 'Analytics site not found');
    room.beside('analytics', {
      ownerOf: (id: string) => Promise.resolve(id === own ? ann.id : id === other ? bob.id : null),
      snippetFor: () => Promise.resolve(null),
    });
    await room.expectRefused(ann, 'save-blog', { analytics_site_id: other }, 404, 'Analytics site not found');
    expect((await save(ann, none)).blog.analytics_site_id).toBe(own);
    expect((await save(ann, { analytics_site_id: null })).blog.analytics_site_id).toBeNull();
  });
});

describe('moderation', () => {
  it('is for administrators, who block the blog of an owner with a reason', async () => {
    const [eve, admin] = [await room.author(), await room.service.admin()];
    for (const input of [{ owner_id: eve.id }, { blocked: true }, { blocked_reason: 'Spam' }])
      await room.expectRefused(ann, 'save-blog', input, 403, 'Forbidden');
    await room.expectRefused(
      admin,
      'save-blog',
      { owner_id: admin.id, blocked: true },
      400,
      'handle and title are needed to start a blog',
    );
    const stranger = await room.person();
    await room.expectRefused(admin, 'save-blog', { owner_id: stranger.id, blocked: true }, 404, 'Blog not found');
    const { blog } = await save(admin, { owner_id: eve.id, blocked: true, blocked_reason: 'Spam' });
    expect(blog).toMatchObject({ id: eve.blog.id, blocked_at: expect.any(String), blocked_reason: 'Spam' });
    const post = await room.published(eve);
    const paths = ['', '/rss.xml', '/sitemap.xml', '/posts.json', `/${post.slug}`, `/${post.slug}.json`, '/nothing'];
    for (const path of paths) expect((await room.open(eve.blog.handle + path)).status).toBe(410);
    const { body: audit } = await admin.client.get('/v1/admin/audit').expect(200);
    expect(JSON.stringify(audit)).toContain('Spam');
    await save(admin, { owner_id: eve.id, blocked: false });
    for (const path of paths.slice(0, -1)) expect((await room.open(eve.blog.handle + path)).status).toBe(200);
    for (const status of ['banned', 'suspended'] as const) {
      await room.service.setStatus(eve.id, status);
      for (const path of paths) expect((await room.open(eve.blog.handle + path)).status).toBe(410);
    }
  });
});
