import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { BODY, Newsroom } from './newsroom.js';

let room: Newsroom;
let ann: Account & { blog: any };
let bob: Account;
beforeAll(async () => {
  room = await Newsroom.start();
  [ann, bob] = await Promise.all([room.author(), room.person()]);
});
afterAll(() => room.stop());

describe('a new post', () => {
  it('is a draft of the caller’s blog, and every field may be left out', async () => {
    await room.expectRefused(bob, 'create-post', {}, 409, 'Start your blog first');
    const { post } = await room.ask(ann, 'create-post', {});
    expect(post).toMatchObject({
      blog_id: ann.blog.id,
      owner_id: ann.id,
      title: '',
      slug: 'untitled',
      status: 'draft',
      visibility: 'public',
      body_markdown: '',
      body_html: '',
      excerpt: null,
      summary: '',
      tags: [],
      word_count: 0,
      reading_minutes: 0,
      version: 1,
      published_at: null,
      url: `${ann.blog.url}/untitled`,
    });
    expect(JSON.stringify(post)).not.toContain('token');
  });

  it('is drawn when it is saved', async () => {
    const markdown = '# Why rye\nIt **keeps**. <script>x()</script>';
    const { post } = await room.ask(ann, 'create-post', {
      title: 'Rye in winter',
      body_markdown: markdown,
      tags: ['rye', ' rye ', 'bread'],
      excerpt: '',
      cover_url: 'https://x.example/c.png',
      cover_alt: 'A loaf',
      seo_title: 'Rye',
      seo_description: 'All about rye',
      canonical_url: 'http://x.example/rye',
      visibility: 'unlisted',
      noindex: true,
      is_pinned: true,
    });
    expect(post).toMatchObject({
      slug: 'rye-in-winter',
      body_markdown: markdown,
      body_html: '<h1 id="why-rye">Why rye</h1>\n<p>It <strong>keeps</strong>. </p>',
      summary: 'Why rye It keeps.',
      excerpt: null,
      tags: ['rye', 'bread'],
      word_count: 4,
      reading_minutes: 1,
      visibility: 'unlisted',
      noindex: true,
      is_pinned: true,
    });
    const long = await room.post(ann, { body_markdown: 'word '.repeat(441) });
    expect(long).toMatchObject({ word_count: 441, reading_minutes: 3 });
    expect(long.summary).toHaveLength(199);
  });

  it('takes what its owner has set', async () => {
    const eve = await room.author();
    const settings = { default_visibility: 'unlisted', default_tags: ['bread'] };
    await room.ask(eve, 'update-settings', settings);
    expect(await room.post(eve)).toMatchObject({ visibility: 'unlisted', tags: ['bread'] });
    expect(await room.post(eve, { visibility: 'public', tags: [] })).toMatchObject({ visibility: 'public', tags: [] });
  });

  it('refuses what is no field of it', async () => {
    for (const wrong of [
      { title: 'x'.repeat(201) },
      { body_markdown: 'x'.repeat(200_001) },
      { body_html: '<p>x</p>' },
      { excerpt: 'x'.repeat(501) },
      { cover_url: 'http://x.example/c.png' },
      { cover_url: 'data:image/png;base64,AA' },
      { canonical_url: 'javascript:alert(1)' },
      { tags: Array.from({ length: 11 }, (_, at) => `t${at}`) },
      { tags: ['x'.repeat(41)] },
      { tags: 'rye' },
      { visibility: 'secret' },
      { seo_title: 'x'.repeat(71) },
      { seo_description: 'x'.repeat(161) },
      { noindex: 1 },
      { is_pinned: 'no' },
      ...[
        'Upper',
        'a_b',
        '-a',
        'a--b',
        'a-',
        'ä',
        'x'.repeat(101),
        '',
        'rss.xml',
        'tag',
        'page',
        'preview',
        'view',
      ].map((slug) => ({ slug })),
    ])
      await room.call(ann, 'create-post', wrong).expect(400);
  });

  it('takes a text of 200,000 characters', async () => {
    const { word_count } = await room.post(ann, { body_markdown: '😀 word\n\n'.repeat(25_000) });
    expect(word_count).toBe(25_000);
  });
});

describe('a slug', () => {
  it.each([
    ['Größe & Maß: 10 %', 'grosse-mass-10'],
    ['Crème brûlée – à la Łódź', 'creme-brulee-a-la-lodz'],
    ['Хлеб и соль', 'khleb-i-sol'],
    ['Ψωμί', 'psomi'],
    ['面包', 'untitled'],
    ['مرحبا بالعالم', 'mrhba-balaalm'],
    ['שלום עולם', 'shlvm-avlm'],
    ['გამარჯობა', 'gamarjoba'],
    ['Բարեւ', 'barev'],
    ['x'.repeat(200), 'x'.repeat(80)],
    ['Tag', 'tag-2'],
  ])('of %j is %j', async (title, slug) => {
    const eve = await room.author();
    const blogs = [await room.post(eve, { title }), await room.post(eve, { title })];
    const next = slug === 'tag-2' ? 'tag-3' : `${slug}-2`;
    expect(blogs.map((post) => post.slug)).toEqual([slug, next]);
  });

  it('that is asked for is free, or refused', async () => {
    const { id } = await room.post(ann, { slug: 'my-own' });
    await room.expectRefused(ann, 'create-post', { slug: 'my-own' }, 409, 'Slug is already used');
    await room.ask(ann, 'delete-post', { post_id: id });
    await room.expectRefused(ann, 'create-post', { slug: 'my-own' }, 409, 'Slug is already used');
    const eve = await room.author();
    expect((await room.post(eve, { slug: 'my-own' })).slug).toBe('my-own');
  });

  it('is another one for each of twenty posts that are made at once', async () => {
    const eve = await room.author();
    const made = await atOnce(20, () => room.call(eve, 'create-post', { title: 'Same' }));
    const slugs = made.map(({ body }) => body.post.slug).sort();
    expect(new Set(slugs).size).toBe(20);
    const asked = await atOnce(20, () => room.call(eve, 'create-post', { slug: 'one' }));
    expect(asked.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  it('follows the title until the post is first published, unless the author has chosen one', async () => {
    let post = await room.post(ann, { title: 'First words' });
    ({ post } = await room.save(ann, post, { title: 'Other words' }));
    expect(post.slug).toBe('other-words');
    ({ post } = await room.save(ann, post, { title: '' }));
    expect(post.slug).toMatch(/^untitled(-\d+)?$/);
    ({ post } = await room.save(ann, post, { title: 'Last words' }));
    expect(post.slug).toBe('last-words');
    await room.ask(ann, 'publish-post', { post_id: post.id });
    ({ post } = await room.save(ann, post, { title: 'Very last words' }));
    expect(post.slug).toBe('last-words');
    await room.ask(ann, 'unpublish-post', { post_id: post.id });
    ({ post } = await room.save(ann, post, { title: 'Again' }));
    expect(post.slug).toBe('last-words');
    let own = await room.post(ann, { title: 'Mine', slug: 'chosen' });
    ({ post: own } = await room.save(ann, own, { title: 'Still mine' }));
    expect(own.slug).toBe('chosen');
  });
});

describe('the limit of posts', () => {
  it('is 5,000, also at once', async () => {
    const eve = await room.author();
    await room.rows(
      `INSERT INTO ext_blog.posts (blog_id, owner_id, slug, renderer_version, preview_token)
       SELECT $1, $2, 'many-' || n, 1, 'x' FROM generate_series(1, 4997) n`,
      eve.blog.id,
      eve.id,
    );
    const made = await atOnce(20, () => room.call(eve, 'create-post', {}));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(3);
    await room.expectRefused(eve, 'create-post', {}, 409, 'Post limit reached');
  });
});

describe('the list of posts', () => {
  it('is the caller’s, without texts, by state, tag and words, in either order', async () => {
    const eve = await room.author();
    const draft = await room.post(eve, { title: 'Apple 100%', tags: ['fruit'] });
    const old = await room.published(eve, { title: 'Old pear', tags: ['fruit', 'Green'] }, '2020-01-01T00:00:00Z');
    const live = await room.published(eve, { title: 'New nut' });
    const gone = await room.post(eve, { title: 'Gone' });
    await room.ask(eve, 'delete-post', { post_id: gone.id });
    const ids = async (input: object) => (await room.ask(eve, 'list-posts', input)).posts.map(({ id }: any) => id);
    expect(await ids({})).toEqual([live.id, old.id, draft.id]);
    expect(await ids({ sort: 'published' })).toEqual([live.id, old.id, draft.id]);
    await room.save(eve, draft, { title: 'Apple 100% new' });
    expect(await ids({})).toEqual([draft.id, live.id, old.id]);
    expect(await ids({ status: 'published' })).toEqual([live.id, old.id]);
    expect(await ids({ status: 'trashed' })).toEqual([gone.id]);
    expect(await ids({ tag: 'fruit' })).toEqual([draft.id, old.id]);
    expect(await ids({ q: 'GREEN' })).toEqual([old.id]);
    expect(await ids({ q: '0%' })).toEqual([draft.id]);
    expect(await ids({ q: '_' })).toEqual([]);
    const first = await room.ask(eve, 'list-posts', { sort: 'published', limit: 2 });
    expect(await ids({ sort: 'published', limit: 2, cursor: first.next_cursor })).toEqual([draft.id]);
    const [shown] = (await room.ask(eve, 'list-posts', { status: 'published' })).posts;
    expect(shown).toMatchObject({ url: `${eve.blog.url}/new-nut`, views: 0, has_pending: false, summary: 'It keeps.' });
    for (const hidden of ['body_html', 'body_markdown', 'preview_token']) expect(shown).not.toHaveProperty(hidden);
    await room.expectRefused(eve, 'list-posts', { cursor: first.next_cursor }, 400, 'Invalid cursor');
    for (const wrong of [{ status: 'gone' }, { sort: 'views' }, { limit: 0 }])
      await room.call(eve, 'list-posts', wrong).expect(400);
  });
});

it('no post is a stranger’s', async () => {
  const { id, version } = await room.post(ann, { body_markdown: BODY });
  for (const [action, more] of Object.entries({
    'update-post': { version },
    'publish-post': {},
    'unpublish-post': {},
    'delete-post': {},
    'get-post': {},
    'list-revisions': {},
    'restore-revision': { version, current_version: version },
    'get-post-stats': {},
  })) {
    await room.expectRefused(bob, action, { post_id: id, ...more }, 403, 'Forbidden');
    await room.expectRefused(ann, action, { post_id: ann.id, ...more }, 404, 'Post not found');
  }
});
