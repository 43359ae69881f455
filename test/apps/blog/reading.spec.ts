import { gzipSync } from 'node:zlib';
import type { Account } from '../../support/service.js';
import { BASE, Newsroom } from './newsroom.js';

let room: Newsroom;
let ann: Account & { blog: any };
beforeAll(async () => {
  room = await Newsroom.start();
  ann = await room.author({ handle: 'slow-baking', description: 'Bread & <time>', timezone: 'Asia/Tokyo' });
});
afterAll(() => room.stop());

const open = (path = '', headers = {}) => room.open(`slow-baking${path}`, headers);
const titles = ({ text }: { text: string }) =>
  [...text.matchAll(/<h2><a href="[^"]*">([^<]*)/g)].map(([, title]) => title);

describe('the page of a post', () => {
  it('shows it, and says what it is to search engines', async () => {
    await room.rows(
      `UPDATE account.users SET first_name = 'Ann', last_name = '</script>', avatar_url = 'https://x.example/ann.png' WHERE id = $1`,
      ann.id,
    );
    const post = await room.published(
      ann,
      {
        title: 'Rye & <b>',
        body_markdown: '# Why\nIt **keeps**.',
        tags: ['rye bread', 'a/b'],
        cover_url: 'https://x.example/c.png',
        cover_alt: 'A "loaf"',
        excerpt: 'Why </script> rye',
      },
      '2024-12-31T20:00:00Z',
    );
    const { status, headers, text } = await open(`/${post.slug}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=60',
      etag: expect.any(String),
    });
    expect(headers).not.toHaveProperty('x-robots-tag');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+'/);
    expect(policy).not.toContain('unsafe');
    expect(text).toContain(`<link rel="canonical" href="${BASE}/slow-baking/rye-b">`);
    expect(text).toContain('<h1>Rye &amp; &lt;b&gt;</h1>');
    expect(text).toContain('<h1 id="why">Why</h1>\n<p>It <strong>keeps</strong>.</p>');
    expect(text).toContain('<time datetime="2024-12-31T20:00:00.000Z">January 1, 2025</time>');
    expect(text).toContain('<meta property="og:type" content="article">');
    expect(text).toContain('<meta property="og:image" content="https://x.example/c.png">');
    expect(text).toContain('<b>Ann &lt;/script&gt;</b>');
    expect(text).toContain('href="/v1/apps/blog/public/slow-baking/tag/a%2Fb"');
    expect(text).toContain(`data-view="/v1/apps/blog/public/view/${post.id}"`);
    expect(text.match(/<script/g)).toHaveLength(2);
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: 'Rye & <b>',
      description: 'Why </script> rye',
      datePublished: '2024-12-31T20:00:00.000Z',
      author: { name: 'Ann </script>' },
      url: `${BASE}/slow-baking/rye-b`,
    });
    const again = await open(`/${post.slug}`, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await room.open(`slow-baking/${post.slug}`, {}, 'HEAD');
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag]);
  });

  it('is at most 15 KB to transfer, and one request', async () => {
    const { slug } = await room.published(ann, {
      title: 'Long',
      body_markdown: `${'Words that people write. '.repeat(20)}\n\n`.repeat(20),
    });
    for (const path of ['', `/${slug}`]) {
      const { text } = await open(path);
      expect(gzipSync(text).length).toBeLessThan(15_000);
      expect(text).not.toContain('rel="stylesheet"');
    }
    const script = await room.open('view.js');
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      etag: expect.any(String),
    });
    expect(gzipSync(script.text).length).toBeLessThan(1000);
  });

  it('does without the author, and names another canonical address, where that is wanted', async () => {
    const eve = await room.author({ noindex: true });
    await room.rows(`UPDATE account.users SET username = 'eve_writes' WHERE id = $1`, eve.id);
    const post = await room.published(eve, {
      canonical_url: 'https://first.example/rye',
      seo_title: 'For engines',
      seo_description: 'Said',
    });
    const shown = () => room.open(`${eve.blog.handle}/${post.slug}`);
    const { text, headers } = await shown();
    expect(text).toContain('eve_writes');
    expect(text).toContain('<link rel="canonical" href="https://first.example/rye">');
    expect(text).toContain('<title>For engines</title>');
    expect(text).toContain('<meta name="description" content="Said">');
    expect([headers['x-robots-tag'], text.includes('content="noindex"')]).toEqual(['noindex', true]);
    await room.ask(eve, 'update-settings', { show_author: false });
    expect((await shown()).text).not.toContain('eve_writes');
  });

  it('is found where the post is public only', async () => {
    for (const path of ['/nothing', '/tag/nothing', '/no/thing', '/preview/x', '/nothing.json', '/%ff', '/a%00b'])
      expect([400, 404]).toContain((await open(path)).status);
    for (const path of ['nobody-here', '', 'x', 'nobody/rss.xml']) expect((await room.open(path)).status).toBe(404);
    const unlisted = await room.published(ann, { title: 'Unlisted', visibility: 'unlisted', tags: ['hidden'] });
    const { status, headers } = await open(`/${unlisted.slug}`);
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    for (const path of ['', '/rss.xml', '/sitemap.xml', '/posts.json'])
      expect((await open(path)).text).not.toContain('nlisted');
    expect((await open('/tag/hidden')).status).toBe(404);
    expect((await open(`/${unlisted.slug}.json`)).status).toBe(200);
  });
});

describe('the index', () => {
  it('has the pinned posts first, then the newest, page by page', async () => {
    const eve = await room.author();
    const at = (n: number) => `2025-01-0${n}T00:00:00Z`;
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      await room.published(eve, { title: `P${n}`, is_pinned: n === 2, tags: ['all', `t${n}`] }, at(n));
    await room.post(eve, { title: 'Draft' });
    const index = (query = '') => room.open(`${eve.blog.handle}${query}`);
    expect(titles(await index())).toEqual(['P2', 'P7', 'P6', 'P5', 'P4', 'P3', 'P1']);
    await room.ask(eve, 'update-settings', { posts_per_page: 5 });
    const [first, second] = [await index(), await index('?page=2')];
    expect(titles(first)).toEqual(['P2', 'P7', 'P6', 'P5', 'P4']);
    expect(first.text).toContain(`<a rel="next" href="/v1/apps/blog/public/${eve.blog.handle}?page=2">`);
    expect(first.text).not.toContain('rel="prev"');
    expect(titles(second)).toEqual(['P3', 'P1']);
    expect(second.text).toContain(`<link rel="canonical" href="${eve.blog.url}?page=2">`);
    expect(second.text).not.toContain('rel="next"');
    for (const page of ['3', '0', '-1', 'x', '1.5', '99999']) expect((await index(`?page=${page}`)).status).toBe(404);
    expect(titles(await index('/tag/all'))).toHaveLength(5);
    expect(titles(await index('/tag/all?page=2'))).toEqual(['P3', 'P1']);
    expect(titles(await index('/tag/t3'))).toEqual(['P3']);
    const { headers } = first;
    expect((await room.open(eve.blog.handle, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  it('is there before the first post, and escapes what it shows', async () => {
    const eve = await room.author({ title: '<i>Bread</i>', description: '"><script>x()</script>', language: 'he' });
    const { status, text } = await room.open(eve.blog.handle);
    expect(status).toBe(200);
    expect(text).toContain('<html lang="he" dir="rtl">');
    expect(text).not.toMatch(/<i>|<script>x/);
  });
});

describe('a preview', () => {
  it('shows the newest revision in any state, to who has its token', async () => {
    let post = await room.post(ann, { title: 'Secret draft', body_markdown: 'Draft *text*' });
    const { preview_url } = await room.get(ann, post);
    expect(preview_url).toMatch(new RegExp(`^${BASE}/slow-baking/preview/${post.id}\\?token=[\\w-]{32}$`));
    const path = preview_url.slice(BASE.length + 1);
    const { status, headers, text } = await room.open(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(text).toContain('Draft <em>text</em>');
    expect(text).not.toContain('data-view');
    post = (await room.ask(ann, 'publish-post', { post_id: post.id })).post;
    await room.save(ann, post, { body_markdown: 'Typed', autosave: true });
    expect((await room.open(path)).text).toContain('Typed');
    await room.ask(ann, 'delete-post', { post_id: post.id });
    expect((await room.open(path)).status).toBe(200);
    const wrong = [path.replace(/.$/, '~'), path.replace(/token=.*/, ''), path.replace(/.{5}$/, ''), `${path}a`];
    for (const address of [...wrong, path.replace(post.id, ann.id), path.replace('slow-baking', 'blog-no-1')])
      expect((await room.open(address)).status).toBe(404);
  });
});

describe('what programs read', () => {
  it('is a list of posts and one post, for other pages', async () => {
    const eve = await room.author({ description: 'Bread' });
    const [old, post] = [
      await room.published(eve, { title: 'Old', tags: ['rye'] }, '2020-01-01T00:00:00Z'),
      await room.published(eve, { title: 'New', excerpt: 'Short' }),
    ];
    const { handle } = eve.blog;
    const { status, headers, text } = await room.open(`${handle}/posts.json?limit=1`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
      etag: expect.any(String),
    });
    const first = JSON.parse(text);
    const shown = {
      id: post.id,
      slug: 'new',
      title: 'New',
      excerpt: 'Short',
      cover_url: null,
      cover_alt: null,
      tags: [],
      canonical_url: null,
      is_pinned: false,
      word_count: 2,
      reading_minutes: 1,
      published_at: post.published_at,
      edited_at: post.edited_at,
      url: `${eve.blog.url}/new`,
    };
    expect(first).toEqual({
      blog: { handle, title: 'Slow Baking', description: 'Bread', language: 'en', cover_url: null, url: eve.blog.url },
      posts: [shown],
      next_cursor: expect.any(String),
    });
    const rest = JSON.parse((await room.open(`${handle}/posts.json?cursor=${first.next_cursor}`)).text);
    expect(rest).toMatchObject({ posts: [{ id: old.id, excerpt: 'It keeps.' }], next_cursor: null });
    const tagged = JSON.parse((await room.open(`${handle}/posts.json?tag=rye`)).text);
    expect(tagged.posts.map(({ id }: any) => id)).toEqual([old.id]);
    expect((await room.open(`${handle}/posts.json?cursor=x`)).status).toBe(400);
    const one = await room.open(`${handle}/new.json`);
    expect(JSON.parse(one.text)).toEqual({ post: { ...shown, body_html: '<p>It <strong>keeps</strong>.</p>' } });
    expect((await room.open(`${handle}/new.json`, { 'if-none-match': String(one.headers.etag) })).status).toBe(304);
  });

  it('of one post is kept from search engines like its page', async () => {
    const eve = await room.author();
    const robots = async (slug: string) => (await room.open(`${eve.blog.handle}/${slug}`)).headers['x-robots-tag'];
    await room.published(eve, { title: 'Open' });
    await room.published(eve, { title: 'Hidden', noindex: true });
    await room.published(eve, { title: 'Unlisted', visibility: 'unlisted' });
    expect(await Promise.all(['open', 'open.json', 'posts.json'].map(robots))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const slug of ['hidden', 'unlisted'])
      expect([await robots(slug), await robots(`${slug}.json`)]).toEqual(['noindex', 'noindex']);
    await room.ask(eve, 'save-blog', { noindex: true });
    expect(await Promise.all(['', 'open', 'open.json', 'posts.json'].map(robots))).toEqual(Array(4).fill('noindex'));
  });

  it('is a sitemap of what search engines may show', async () => {
    const eve = await room.author();
    await room.published(eve, { title: 'Shown' });
    await room.published(eve, { title: 'Not shown', noindex: true });
    const { headers, text } = await room.open(`${eve.blog.handle}/sitemap.xml`);
    expect(headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    expect([...text.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)).toEqual([
      eve.blog.url,
      `${eve.blog.url}/shown`,
    ]);
    expect((await room.open(`${eve.blog.handle}/robots.txt`)).text).toContain(`Sitemap: ${eve.blog.url}/sitemap.xml`);
    await room.ask(eve, 'save-blog', { noindex: true });
    expect((await room.open(`${eve.blog.handle}/sitemap.xml`)).text).not.toContain('<loc>');
  });
});
