import type { Account } from '../../support/service.js';
import { Newsroom } from './newsroom.js';

let room: Newsroom;
let ann: Account & { blog: any };
beforeAll(async () => {
  room = await Newsroom.start();
  ann = await room.author({ title: 'Bread & butter', language: 'de', description: 'a < b' });
});
afterAll(() => room.stop());

const feed = (headers = {}) => room.open(`${ann.blog.handle}/rss.xml`, headers);
const all = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}[^>]*>(?:<!\\[CDATA\\[)?([\\s\\S]*?)(?:\\]\\]>)?</${tag}>`, 'g'))].map(
    ([, one]) => one,
  );

it('holds whole posts, newest first, each with an id that stays', async () => {
  let post = await room.published(
    ann,
    {
      title: 'End ]]> of ]]> it <b>',
      body_markdown: '[here](other-post) **bold** ![p](https://x.example/a.png) `]]>`',
      tags: ['rye & co'],
      excerpt: 'Short \u0001 one',
    },
    '2024-05-01T10:00:00Z',
  );
  const { status, headers, text } = await feed();
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/rss+xml; charset=utf-8',
    'cache-control': 'public, max-age=300',
    etag: expect.any(String),
    'last-modified': expect.stringContaining('GMT'),
  });
  expect(text).toContain('<title>Bread &amp; butter</title>');
  expect(text).toContain('<language>de</language>');
  expect(text).toContain(`<guid isPermaLink="false">${post.id}</guid>`);
  expect(text).toContain(`<link>${ann.blog.url}/${post.slug}</link>`);
  expect(text).toContain('<pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate>');
  expect(text).toContain('<category>rye &amp; co</category>');
  expect(text).toContain('<title><![CDATA[End ]] > of ]] > it <b>]]></title>');
  expect(all(text, 'description')[1]).toBe('Short  one');
  const [content = ''] = all(text, 'content:encoded');
  expect(content).toContain(
    `<a href="${ann.blog.url}/other-post" rel="noopener ugc nofollow">here</a> <strong>bold</strong>`,
  );
  expect(content).toContain('src="https://x.example/a.png"');
  expect(text).not.toContain('undefined');
  ({ post } = await room.save(ann, post, { slug: 'moved' }));
  expect((await feed()).text).toContain(`<guid isPermaLink="false">${post.id}</guid>`);
});

it('has not to be read again as long as nothing has changed', async () => {
  for (const table of ['blogs', 'posts'])
    await room.rows(`UPDATE ext_blog.${table} SET updated_at = updated_at - interval '1 minute'`);
  const { headers } = await feed();
  const [tag, modified] = [String(headers.etag), String(headers['last-modified'])];
  expect((await feed({ 'if-none-match': tag })).status).toBe(304);
  expect((await feed({ 'if-modified-since': modified })).status).toBe(304);
  expect((await feed({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200);
  expect((await feed({ 'if-modified-since': 'nonsense' })).status).toBe(200);
  expect((await feed({ 'if-none-match': '"other"', 'if-modified-since': modified })).status).toBe(200);
  const post = await room.published(ann);
  expect((await feed({ 'if-none-match': tag })).status).toBe(200);
  const before = String((await feed()).headers.etag);
  await room.ask(ann, 'unpublish-post', { post_id: post.id });
  expect((await feed({ 'if-none-match': before })).status).toBe(200);
});

it('is read again after two changes in one second', async () => {
  const changedAt = async (at: string) => {
    await room.rows(`UPDATE ext_blog.posts SET updated_at = $1 WHERE blog_id = $2`, at, ann.blog.id);
    await room.rows(`UPDATE ext_blog.blogs SET updated_at = '2020-01-01' WHERE id = $1`, ann.blog.id);
  };
  await changedAt('2026-01-01T00:00:00.300Z');
  const modified = String((await feed()).headers['last-modified']);
  expect((await feed({ 'if-modified-since': modified })).status).toBe(304);
  await changedAt('2026-01-01T00:00:00.800Z');
  expect((await feed({ 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' })).status).toBe(200);
});

it('holds excerpts where that is wanted, and twenty posts at most', async () => {
  const eve = await room.author();
  for (let n = 1; n <= 21; n++)
    await room.published(
      eve,
      { title: `P${n}`, body_markdown: 'a **b** c' },
      `2025-01-${String(n).padStart(2, '0')}T00:00:00Z`,
    );
  const read = async () => (await room.open(`${eve.blog.handle}/rss.xml`)).text;
  expect(all(await read(), 'title').slice(1)).toEqual(Array.from({ length: 20 }, (_, at) => `P${21 - at}`));
  expect(await read()).toContain('<strong>b</strong>');
  await room.ask(eve, 'update-settings', { feed_full_text: false });
  const short = await read();
  expect(short).not.toContain('content:encoded');
  expect(short).toContain('a b c');
});
