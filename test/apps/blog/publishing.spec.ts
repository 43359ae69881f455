import { atOnce } from '../../account/at-once.js';
import { EmptyTrashJob } from '../../../src/apps/blog/jobs/empty-trash.job.js';
import { PublishDueJob } from '../../../src/apps/blog/jobs/publish-due.job.js';
import { RenderAnewJob } from '../../../src/apps/blog/jobs/render-anew.job.js';
import type { Account } from '../../support/service.js';
import { Newsroom } from './newsroom.js';

let room: Newsroom;
let ann: Account & { blog: any };
beforeAll(async () => {
  room = await Newsroom.start();
  ann = await room.author();
});
afterAll(() => room.stop());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const act = (action: string, { id }: any, more: object = {}) => room.ask(ann, action, { post_id: id, ...more });
const publish = async (post: any, publish_at?: string) => (await act('publish-post', post, { publish_at })).post;
const expectRefused = (action: string, { id }: any, more: object, status: number, error: string) =>
  room.expectRefused(ann, action, { post_id: id, ...more }, status, error);
const open = ({ slug }: any) => room.open(`${ann.blog.handle}/${slug}`);
/** The time of a scheduled post has come. */
const due = (...posts: any[]) =>
  room.rows(
    `UPDATE ext_blog.posts SET publish_at = now() - interval '1 second' WHERE id = ANY ($1)`,
    posts.map(({ id }) => id),
  );

describe('publishing', () => {
  it('makes a post public now, or with a date in the past', async () => {
    const now = await publish(await room.post(ann));
    expect(now).toMatchObject({ status: 'published', publish_at: null, version: 1 });
    expect(Date.parse(now.published_at)).toBeGreaterThan(Date.now() - HOUR_MS);
    const old = await publish(await room.post(ann), '2019-05-01T08:00:00+02:00');
    expect(old).toMatchObject({ status: 'published', published_at: '2019-05-01T06:00:00.000Z' });
    expect((await open(old)).status).toBe(200);
    await expectRefused('publish-post', old, {}, 409, 'Post is already published');
    await expectRefused('publish-post', old, { publish_at: inHours(1) }, 409, 'Post is already published');
  });

  it('needs a title and a body', async () => {
    for (const empty of [{ title: '' }, { body_markdown: '' }, { body_markdown: ' \n' }]) {
      const post = await room.post(ann, empty);
      await expectRefused('publish-post', post, {}, 400, 'A post needs a title and a body to be published');
    }
  });

  it('at a time to come is at most two years ahead, and can be put off', async () => {
    const post = await room.post(ann);
    await expectRefused('publish-post', post, { publish_at: inHours(24 * 732) }, 400, 'publish_at is too far ahead');
    const planned = await publish(post, inHours(1));
    expect(planned).toMatchObject({ status: 'scheduled', published_at: null, version: 1 });
    expect((await open(post)).status).toBe(404);
    const later = inHours(48);
    expect(await publish(post, later)).toMatchObject({ status: 'scheduled', publish_at: later });
    await room.run(PublishDueJob);
    expect((await open(post)).status).toBe(404);
    expect(await publish(post)).toMatchObject({ status: 'published' });
    await room.call(ann, 'publish-post', { post_id: post.id, publish_at: '2030-01-01' }).expect(400);
  });

  it('enqueues a job for its moment', async () => {
    const post = await room.post(ann);
    const at = inHours(5);
    await publish(post, at);
    const jobs = await room.rows(
      `SELECT FROM jobs.job WHERE name = 'blog.publish-due' AND state = 'created'
         AND start_after BETWEEN $1::timestamptz - interval '1 minute' AND $1::timestamptz + interval '1 minute'`,
      at,
    );
    expect(jobs).toHaveLength(1);
    await act('delete-post', post);
  });

  it('happens by itself, once, and leaves the version to an editor that is open', async () => {
    const [post, other, back] = [await room.post(ann), await room.post(ann), await room.post(ann)];
    for (const one of [post, other, back]) await publish(one, inHours(1));
    await act('unpublish-post', back);
    await due(post, other, back);
    await atOnce(5, () => room.run(PublishDueJob));
    const { post: live } = await room.get(ann, post);
    const [{ publish_at }] = await room.rows('SELECT publish_at FROM ext_blog.posts WHERE id = $1', post.id);
    expect(live).toMatchObject({ status: 'published', version: 1, published_at: publish_at.toISOString() });
    expect(live.edited_at).toBe(post.edited_at);
    expect((await open(post)).status).toBe(200);
    expect((await room.get(ann, other)).post.status).toBe('published');
    expect((await room.get(ann, back)).post.status).toBe('draft');
    expect(await room.revisions(ann, post)).toEqual([[1, 'publish']]);
    const { post: saved } = await room.save(ann, post, { title: 'Saved after' });
    expect(saved).toMatchObject({ version: 2, status: 'published' });
  });
});

describe('going back', () => {
  it('to draft keeps the place of a post, unless another is given', async () => {
    const post = await room.post(ann);
    await expectRefused('unpublish-post', post, {}, 409, 'Post is already a draft');
    const live = await publish(post, '2020-02-02T00:00:00Z');
    const { post: draft } = await act('unpublish-post', post);
    expect(draft).toMatchObject({ status: 'draft', published_at: live.published_at });
    expect((await open(post)).status).toBe(404);
    expect((await publish(post)).published_at).toBe(live.published_at);
    await act('unpublish-post', post);
    expect((await publish(post, '2021-02-02T00:00:00Z')).published_at).toBe('2021-02-02T00:00:00.000Z');
    const planned = await room.post(ann);
    await publish(planned, inHours(1));
    expect((await act('unpublish-post', planned)).post).toMatchObject({ status: 'draft', publish_at: null });
  });

  it('to the trash and out of it', async () => {
    const post = await publish(await room.post(ann));
    await expectRefused('delete-post', post, { permanent: true }, 409, 'Post is not in the trash');
    expect(await act('delete-post', post)).toEqual({ message: 'Post moved to the trash' });
    await expectRefused('delete-post', post, {}, 409, 'Post is in the trash');
    await expectRefused('publish-post', post, {}, 409, 'Post is in the trash');
    await expectRefused('update-post', post, { version: 1 }, 409, 'Post is in the trash');
    expect((await open(post)).status).toBe(404);
    expect((await act('unpublish-post', post)).post).toMatchObject({ status: 'draft', trashed_at: null });
    await act('delete-post', post);
    expect(await act('delete-post', post, { permanent: true })).toEqual({ message: 'Post deleted' });
    await expectRefused('get-post', post, {}, 404, 'Post not found');
    expect(await room.rows('SELECT FROM ext_blog.post_revisions WHERE post_id = $1', post.id)).toEqual([]);
  });

  it('is final after 30 days in the trash', async () => {
    const posts = [await room.post(ann), await room.post(ann), await room.post(ann)];
    for (const post of posts.slice(0, 2)) await act('delete-post', post);
    const [old] = posts;
    await room.rows(`UPDATE ext_blog.posts SET trashed_at = now() - interval '31 days' WHERE id = $1`, old.id);
    await room.run(EmptyTrashJob);
    await room.run(EmptyTrashJob);
    const statuses = await room.rows(
      'SELECT status FROM ext_blog.posts WHERE id = ANY ($1) ORDER BY id',
      posts.map(({ id }) => id),
    );
    expect(statuses.map(({ status }) => status)).toEqual(['trashed', 'draft']);
  });
});

describe('an address that was public', () => {
  it('redirects after its post has another slug', async () => {
    let post = await publish(await room.post(ann, { title: 'First', slug: 'first' }));
    ({ post } = await room.save(ann, post, { slug: 'second' }));
    ({ post } = await room.save(ann, post, { slug: 'third' }));
    for (const slug of ['first', 'second']) {
      const { status, headers } = await open({ slug });
      expect([status, headers.location]).toEqual([301, `/v1/apps/blog/public/${ann.blog.handle}/third`]);
    }
    await act('unpublish-post', post);
    expect((await open({ slug: 'first' })).status).toBe(404);
    await publish(post);
    ({ post } = await room.save(ann, post, { slug: 'first' }));
    expect((await open({ slug: 'first' })).status).toBe(200);
    expect((await open({ slug: 'third' })).headers.location).toMatch(/\/first$/);
  });

  it('is taken over by another post, once that is public', async () => {
    const post = await publish(await room.post(ann, { slug: 'wanted' }));
    await room.expectRefused(ann, 'create-post', { slug: 'wanted' }, 409, 'Slug is already used');
    await room.save(ann, post, { slug: 'given-up' });
    const other = await room.post(ann, { title: 'Another', slug: 'wanted' });
    expect((await open({ slug: 'wanted' })).headers.location).toMatch(/\/given-up$/);
    await publish(other, inHours(1));
    await due(other);
    await room.run(PublishDueJob);
    expect((await open({ slug: 'wanted' })).text).toContain('Another');
    await act('unpublish-post', other);
    expect((await open({ slug: 'wanted' })).status).toBe(404);
    await expectRefused('update-post', post, { version: 2, slug: 'wanted' }, 409, 'Slug is already used');
  });
});

describe('links of a text', () => {
  const LINK = '[a](https://a.example) [b](#b) <a href="https://b.example" rel="follow" onclick="x()">b</a>';

  it('are followed by search engines where the author is verified', async () => {
    const { body_html } = await room.post(ann, { body_markdown: LINK });
    expect(body_html).toBe(
      '<p><a href="https://a.example" rel="noopener ugc nofollow">a</a> <a href="#b">b</a> ' +
        '<a href="https://b.example" rel="noopener ugc nofollow">b</a></p>',
    );
    const eve = await room.author();
    await room.rows('UPDATE account.users SET verified = true WHERE id = $1', eve.id);
    const post = await room.post(eve, { body_markdown: LINK });
    expect(post.body_html).toBe(body_html.replaceAll(' nofollow', ''));
  });
});

it('what was drawn by older rules is drawn anew', async () => {
  const post = await publish(await room.post(ann, { body_markdown: 'New *rules*' }));
  await room.rows(
    `UPDATE ext_blog.posts SET renderer_version = 0, body_html = 'old', summary = 'old' WHERE id = $1`,
    post.id,
  );
  await room.run(RenderAnewJob);
  const { post: drawn } = await room.get(ann, post);
  expect(drawn).toMatchObject({ body_html: '<p>New <em>rules</em></p>', summary: 'New rules', version: 1 });
  expect(drawn.updated_at).toBe(post.updated_at);
});
