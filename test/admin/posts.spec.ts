import { stored, storedAtRest, upload } from '../files/forms.js';
import {
  events,
  FORBIDDEN,
  NOT_AUTHENTICATED,
  notices,
  person,
  type Person,
  TIME,
  UNKNOWN,
  walk,
} from '../social/people.js';
import { comment, draft, NO_POST, publish, shape } from '../social/posting.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { type Account, eventually, TestService } from '../support/service.js';

let service: TestService;
let admin: Account;
let writer: Account;
let reader: Person;
beforeAll(async () => {
  service = await TestService.lease();
  [admin, writer, reader] = [await service.admin(), await service.account(), await person(service)];
  await writer.client.patch('/v1/users/me', { username: 'writer' }).expect(200);
});
afterAll(() => service.stop());

const POSTS = '/v1/admin/posts';
const list = async (query = '') => (await admin.client.get(`${POSTS}?${query}`).expect(200)).body.posts;
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
const review = (id: string, status: unknown) => admin.client.patch(`${POSTS}/${id}`, { status });
const isSeen = async (id: string) => (await reader.client.get(`/v1/posts/${id}`)).status === 200;

describe('GET /v1/admin/posts', () => {
  it('lists posts of every status, newest first, with who wrote them', async () => {
    const [first, second, third] = [await publish(writer), await draft(writer), await publish(writer)];
    await review(third.id, 'flagged').expect(200);
    const { body } = await admin.client.get(`${POSTS}?limit=3`).expect(200);
    expect(body).toEqual({
      posts: [
        [third, 'flagged'],
        [second, 'draft'],
        [first, 'published'],
      ].map(([{ id, title }, status]) => ({
        id,
        title,
        status,
        created_at: TIME,
        author: { id: writer.id, username: 'writer' },
      })),
      next_cursor: null,
    });
    for (const [{ id }, status] of [
      [first, 'published'],
      [second, 'draft'],
      [third, 'flagged'],
    ]) {
      expect(ids(await list(`status=${status}`))).toEqual([id]);
    }
  });

  it('goes on page by page through all of them', async () => {
    const made = [];
    for (let n = 0; n < 25; n++) made.push((await (n % 3 ? publish : draft)(writer)).id);
    await service.database.query(`UPDATE social.posts SET created_at = '2030-01-01' WHERE id = ANY ($1)`, [made]);
    for (const limit of [1, 4, 100]) {
      const rows = await walk<{ id: string }>(admin.client, `${POSTS}?limit=${limit}`, 'posts');
      expect(new Set(ids(rows)).size).toBe(rows.length);
      expect(ids(rows)).toEqual(expect.arrayContaining(made));
    }
    const drafts = await walk<{ status: string }>(admin.client, `${POSTS}?status=draft&limit=2`, 'posts');
    expect(new Set(drafts.map(({ status }) => status))).toEqual(new Set(['draft']));
    expect(await list()).toHaveLength(20);
    expect((await list('limit=101')).length).toBeGreaterThan(20);
  });

  it.each([
    ['status=gone', 'Invalid status'],
    ['status=', 'Invalid status'],
    ['status=draft&status=flagged', 'Invalid status'],
  ])('refuses ?%s', (query, error) => admin.client.get(`${POSTS}?${query}`).expect(400, { error }));
});

describe('GET /v1/admin/posts/{id}', () => {
  it('shows a post whatever its status, with what was said to it', async () => {
    const unseen = await draft(writer);
    const { body } = await admin.client.get(`${POSTS}/${unseen.id}`).expect(200);
    expect(body).toEqual({ post: { ...unseen, reactions: [], comments: [] } });
    expect(unseen).toMatchObject({ ...shape(writer), title: 'A draft', status: 'draft', author: {} });
  });
});

describe('PATCH /v1/admin/posts/{id}', () => {
  it('takes a post away from others and gives it back', async () => {
    const { id, title } = await publish(writer);
    const [socket, own] = [
      await RealtimeClient.as(service.url, (await service.account()).access_token),
      await RealtimeClient.as(service.url, writer.access_token),
    ];
    await socket.subscribe(`post:${id}`);
    const { body } = await review(id, 'flagged').expect(200);
    expect(body).toEqual({ post: { id, title, status: 'flagged', updated_at: TIME } });
    expect(await isSeen(id)).toBe(false);
    await writer.client.get(`/v1/posts/${id}`).expect(200);
    const told = await own.event('post.updated', ({ data }) => data.post.id === id);
    expect([told.data.post.status, told.actor_id]).toEqual(['flagged', null]);
    await socket.frame(({ op, stream }) => op === 'unsubscribed' && stream === `post:${id}`);

    await review(id, 'flagged').expect(200, body);
    await review(id, 'published').expect(200);
    expect(await isSeen(id)).toBe(true);
    const about = { post_id: id, user_id: writer.id, title };
    const [was, is] = [{ status: 'published' }, { status: 'flagged' }];
    expect(await events(service, admin.id, 'admin.post_flagged')).toContainEqual({
      ...about,
      before: was,
      after: is,
    });
    expect(await events(service, admin.id, 'admin.post_restored')).toEqual([{ ...about, before: is, after: was }]);
    for (const client of [socket, own]) await client.close();
  });

  it('leaves a draft to its author', async () => {
    const { id } = await draft(writer);
    for (const status of ['flagged', 'published']) {
      await review(id, status).expect(409, { error: 'Post is a draft' });
    }
  });

  it.each([undefined, null, 'draft', 'gone', 5, ['flagged']])('refuses the status %j', async (status) => {
    const { id } = await publish(writer);
    await review(id, status).expect(400, { error: 'Invalid status' });
    await review(UNKNOWN, status).expect(400, { error: 'Invalid status' });
  });
});

describe('DELETE /v1/admin/posts/{id}', () => {
  it('removes it with its files and what was said and told of it; reports of it stay', async () => {
    const { file } = (await upload(writer.client, 'words', 'a.txt').expect(201)).body;
    const post = await publish(writer, { title: 'Bad', media_ids: [file.id] });
    await comment(reader, post);
    const report = { reportable_type: 'post', reportable_id: post.id, reason: 'spam' };
    await reader.client.post('/v1/reports', report).expect(201);
    expect((await notices(writer.client)).length).toBe(1);
    const bytes = await storedAtRest(service);

    await admin.client.delete(`${POSTS}/${post.id}`).expect(200, { message: 'Post removed' });
    await admin.client.delete(`${POSTS}/${post.id}`).expect(404, NO_POST);
    await admin.client.get(`${POSTS}/${post.id}`).expect(404, NO_POST);
    expect(await notices(writer.client)).toEqual([]);
    await service.client().get(new URL(file.url).pathname).expect(404);
    await eventually(async () => {
      const { rows } = await service.database.query('SELECT count(*)::int AS due FROM files.trash');
      expect(stored(service).length - rows[0].due).toBe(bytes - 1);
    });
    const left = 'SELECT FROM moderation.reports WHERE reportable_id = $1';
    expect((await service.database.query(left, [post.id])).rowCount).toBe(1);
    expect(await events(service, admin.id, 'post.deleted')).toEqual([
      { post_id: post.id, user_id: writer.id, title: 'Bad' },
    ]);
  });

  it.each([UNKNOWN, 'none', '5'])('knows no %s', async (id) => {
    await admin.client.delete(`${POSTS}/${id}`).expect(404, NO_POST);
    await admin.client.get(`${POSTS}/${id}`).expect(404, NO_POST);
    await review(id, 'flagged').expect(404, NO_POST);
  });

  it('is for staff', async () => {
    const { id } = await publish(writer);
    await service.client().delete(`${POSTS}/${id}`).expect(401, NOT_AUTHENTICATED);
    await writer.client.delete(`${POSTS}/${id}`).expect(403, FORBIDDEN);
    expect(await isSeen(id)).toBe(true);
  });
});
