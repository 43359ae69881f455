import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { events, FORBIDDEN, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN } from './people.js';
import { ID, NO_POST, postsCount, publish, shape, single } from './posting.js';

let service: TestService;
let ann: Person;
let bob: Person;
let admin: Person;
beforeAll(async () => {
  service = await TestService.lease();
  admin = await person(service, 'admin');
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

const written = async ({ id }: Person): Promise<number> =>
  (await service.database.query('SELECT FROM social.posts WHERE user_id = $1', [id])).rowCount ?? 0;
const faults = (body: { details: { field: string }[] }) => [...new Set(body.details.map(({ field }) => field))];
const change = ({ client }: Person, { id }: { id: string }, body?: object) => client.patch(`/v1/posts/${id}`, body);
const remove = ({ client }: Person, { id }: { id: string }) => client.delete(`/v1/posts/${id}`);

describe('POST /v1/posts', () => {
  it('publishes', async () => {
    const input = { title: 'Title', content: 'Words', is_sensitive: true, is_ai_generated: true };
    const { body } = await ann.client.post('/v1/posts', input).expect(201);
    expect(body).toEqual({ post: shape(ann, input) });
    expect(body.post.created_at).toBe(body.post.updated_at);
    expect(await events(service, ann.id, 'post.published')).toEqual([{ post_id: body.post.id }]);
    expect(await postsCount(bob.client, ann)).toBe(1);
  });

  it('needs nothing, and takes null where a text may be missing', async () => {
    for (const body of [{}, { title: null, content: null, poll: null }, { media_ids: [] }]) {
      expect((await ann.client.post('/v1/posts', body).expect(201)).body).toEqual({ post: shape(ann) });
    }
  });

  it('asks, when it is given a poll', async () => {
    const poll = { question: 'Which?', options: ['this', 'that'] };
    const post = await publish(ann, { poll });
    const counts = { 0: 0, 1: 0 };
    const votes = { 0: [], 1: [] };
    expect(post).toEqual(
      shape(ann, { poll: [{ ...poll, id: ID, post_id: post.id, votes, counts, anonymous: false }] }),
    );
    expect((await single(service.client(), post)).poll).toEqual(post.poll);
  });

  it('needs a caller who has signed in', async () => {
    await service.client().post('/v1/posts', { title: 'x' }).expect(401, NOT_AUTHENTICATED);
  });

  it('takes no field that is not a caller’s to give', async () => {
    const given = {
      id: UNKNOWN,
      user_id: bob.id,
      created_at: '2001-01-01T00:00:00Z',
      updated_at: '2001-01-01T00:00:00Z',
      published_at: '2001-01-01T00:00:00Z',
      author: { id: bob.id },
      comments_count: 5,
    };
    const post = await publish(ann, given);
    expect(post).toEqual(shape(ann));
    expect(post.id).not.toBe(UNKNOWN);
    expect(Date.now() - Date.parse(post.created_at)).toBeLessThan(60_000);
  });

  it.each<[string, unknown]>([
    ['title', '😀'.repeat(301)],
    ['status', 'Published'],
    ['media_ids', [UNKNOWN]],
  ])('refuses a bad %s (%#)', async (field, value) => {
    const { body } = await ann.client.post('/v1/posts', { [field]: value });
    expect(body.error).toBe('Validation error');
    expect(faults(body)).toEqual([field]);
    expect(await written(ann)).toBe(0);
  });

  it.each(['title', 'content'])('refuses what no text may hold: %s', async (field) => {
    for (const value of ['a\u0000b', 'a\ud800b']) {
      await ann.client.post('/v1/posts', JSON.stringify({ [field]: value })).expect(400);
    }
    expect(await written(ann)).toBe(0);
  });

  it('leaves no post behind, when its poll or its files are refused', async () => {
    await ann.client.post('/v1/posts', { poll: { question: 'q', options: ['a', 'a'] } }).expect(400);
    await ann.client
      .post('/v1/posts', { poll: { question: 'q', options: ['a', 'b'] }, media_ids: [UNKNOWN] })
      .expect(400);
    expect(await written(ann)).toBe(0);
    expect(await postsCount(ann.client, ann)).toBe(0);
  });

  it('counts characters as people do, and keeps each byte', async () => {
    const title = '👩‍👩‍👧'.repeat(60);
    const content = `مرحبا \u200f‏ e\u0301 \t\n ${'😀'.repeat(49_900)}`;
    expect(await publish(ann, { title, content })).toMatchObject({ title, content });
    await publish(ann, { title: '😀'.repeat(300), content: '😀'.repeat(50_000) });
  });

  it('makes one post for one Idempotency-Key', async () => {
    const client = ann.client.with({ 'idempotency-key': 'once' });
    const answers = await atOnce(10, () => client.post('/v1/posts', { title: 'Once' }));
    expect(tally(answers)).toEqual({ 201: 10 });
    expect(new Set(answers.map(({ body }) => body.post.id)).size).toBe(1);
    expect(answers[9]?.body).toEqual({ post: shape(ann, { title: 'Once' }) });
    await client.post('/v1/posts', { title: 'Twice' }).expect(409, { error: 'Idempotency key reused' });
    expect(await written(ann)).toBe(1);
  });

  it('counts what many publish at once', async () => {
    expect(tally(await atOnce(20, () => ann.client.post('/v1/posts', { title: 'x' })))).toEqual({ 201: 20 });
    expect(await postsCount(bob.client, ann)).toBe(20);
  });
});

describe('PATCH /v1/posts/{id}', () => {
  it('changes what is given', async () => {
    const post = await publish(ann, { title: 'Old', content: 'Words' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { body } = await change(ann, post, { title: null, is_sensitive: true }).expect(200);
    const expected = { ...post, title: null, is_sensitive: true, updated_at: TIME };
    expect(body).toEqual({ post: expected });
    expect(Date.parse(body.post.updated_at)).toBeGreaterThan(Date.parse(post.updated_at));
    expect((await change(ann, post, { content: 'New' }).expect(200)).body.post).toMatchObject({
      title: null,
      content: 'New',
      is_sensitive: true,
    });
    expect(await events(service, ann.id, 'post.changed')).toHaveLength(2);
  });

  it('takes a body of nothing, and no field that is not a caller’s to give', async () => {
    const post = await publish(ann);
    expect((await change(ann, post, {}).expect(200)).body).toEqual({ post: { ...post, updated_at: TIME } });
    const given = { user_id: bob.id, created_at: '2001-01-01T00:00:00Z', is_ai_generated: true, id: UNKNOWN };
    expect((await change(ann, post, given).expect(200)).body).toEqual({
      post: { ...post, updated_at: TIME },
    });
  });

  it('is for its author and for staff', async () => {
    const post = await publish(ann);
    await change(bob, post, { title: 'Mine' }).expect(403, FORBIDDEN);
    await service.client().patch(`/v1/posts/${post.id}`, {}).expect(401, NOT_AUTHENTICATED);
    expect((await change(admin, post, { title: 'Better' }).expect(200)).body).toEqual({
      post: { ...post, title: 'Better', updated_at: TIME },
    });
  });

  it('answers 404 for other ids', async () => {
    for (const id of [UNKNOWN, 'x', '1', `${UNKNOWN}0`]) {
      await change(ann, { id }, {}).expect(404, NO_POST);
      await remove(ann, { id }).expect(404, NO_POST);
      await ann.client.get(`/v1/posts/${id}`).expect(404, NO_POST);
    }
  });

  it('validates the input before it reads the post', async () => {
    await change(ann, { id: UNKNOWN }, { title: 5 }).expect(400);
  });

  it('keeps the last of many concurrent changes', async () => {
    const post = await publish(ann);
    const answers = await atOnce(20, (n) => change(ann, post, { title: `t${n}`, content: `t${n}` }));
    expect(tally(answers)).toEqual({ 200: 20 });
    const { title, content } = await single(bob.client, post);
    expect(title).toBe(content);
  });
});

describe('DELETE /v1/posts/{id}', () => {
  it('takes the post away', async () => {
    const post = await publish(ann);
    await remove(bob, post).expect(403, FORBIDDEN);
    await service.client().delete(`/v1/posts/${post.id}`).expect(401, NOT_AUTHENTICATED);
    await remove(ann, post).expect(200, { message: 'Post deleted' });
    await remove(ann, post).expect(404, NO_POST);
    await ann.client.get(`/v1/posts/${post.id}`).expect(404, NO_POST);
    expect(await postsCount(bob.client, ann)).toBe(0);
    expect(await events(service, ann.id, 'post.deleted')).toEqual([{ post_id: post.id }]);
    await remove(admin, await publish(ann)).expect(200);
  });

  it('happens once', async () => {
    const post = await publish(ann);
    expect(tally(await atOnce(20, () => remove(ann, post)))).toEqual({ 200: 1, 404: 19 });
    expect(await postsCount(bob.client, ann)).toBe(0);
  });

  it('runs concurrently with comments and reactions', async () => {
    const posts = await Promise.all(Array.from({ length: 8 }, () => publish(ann)));
    const answers = await Promise.all(
      posts.flatMap((post) => [
        ...Array.from({ length: 3 }, (_, n) => [
          bob.client.post(`/v1/posts/${post.id}/comments`, { content: `c${n}` }),
          bob.client.post(`/v1/posts/${post.id}/reactions`, { type: `t${n}` }),
        ]).flat(),
        remove(ann, post),
        bob.client.delete(`/v1/posts/${post.id}/reactions`),
      ]),
    );
    const refused = answers.filter(({ status }) => status >= 400);
    expect(new Set(refused.map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set(refused.length ? [JSON.stringify(NO_POST)] : []),
    );
    const { rows } = await service.database.query(
      'SELECT about_kind, type FROM notifications.notifications WHERE user_id = $1',
      [ann.id],
    );
    expect(rows).toEqual([]);
  });
});
