import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { NOT_AUTHENTICATED, notices, person, type Person, TIME, walk } from './people.js';
import { comment, draft, follow, NO_POST, postsCount, publish, react, shape, single } from './posting.js';

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

const change = async ({ client }: Person, { id }: { id: string }, body: object) =>
  (await client.patch(`/v1/posts/${id}`, body).expect(200)).body.post;
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
const feedOf = async ({ client }: Person) =>
  (await client.get('/v1/feed').expect(200)).body.posts.map(({ id }: { id: string }) => id);

describe('GET /v1/drafts', () => {
  it('lists the own drafts, newest first', async () => {
    await publish(ann);
    await draft(bob);
    const drafts = [await draft(ann, { title: 'one' }), (await pause(), await draft(ann, { content: 'two' }))];
    const { body } = await ann.client.get('/v1/drafts').expect(200);
    expect(body).toEqual({ posts: drafts.toReversed(), next_cursor: null });
    expect(body.posts[1]).toEqual(shape(ann, { title: 'one', status: 'draft' }));
    await service.client().get('/v1/drafts').expect(401, NOT_AUTHENTICATED);
    expect((await (await person(service)).client.get('/v1/drafts').expect(200)).body.posts).toEqual([]);
  });

  it('has a hundred a page, so that nobody’s drafts are more than an answer can hold', async () => {
    const { rows } = await service.database.query(
      `INSERT INTO social.posts (user_id, status, created_at)
       SELECT $1, 'draft', '2026-01-01' FROM generate_series(1, 300) RETURNING id`,
      [ann.id],
    );
    const first = await ann.client.get('/v1/drafts?limit=1000').expect(200);
    expect(first.body.posts).toHaveLength(100);
    const seen = await walk<{ id: string }>(ann.client, '/v1/drafts', 'posts', () => draft(ann));
    expect(seen.map(({ id }) => id)).toEqual(
      rows
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    await ann.client.get('/v1/drafts?limit=0').expect(400, { error: 'Invalid limit' });
    await ann.client.get('/v1/drafts?cursor=x').expect(400, { error: 'Invalid cursor' });
  });
});

describe('a draft', () => {
  it('is there for its author and for staff alone', async () => {
    const { id } = await draft(ann);
    for (const who of [ann, admin]) await who.client.get(`/v1/posts/${id}`).expect(200);
    for (const client of [bob.client, service.client()]) {
      await client.get(`/v1/posts/${id}`).expect(404, NO_POST);
      await client.get(`/v1/posts/${id}/comments`).expect(404, NO_POST);
    }
    await bob.client.patch(`/v1/posts/${id}`, {}).expect(404, NO_POST);
    await bob.client.delete(`/v1/posts/${id}`).expect(404, NO_POST);
    await react(bob, { id }).expect(404, NO_POST);
    await bob.client.delete(`/v1/posts/${id}/reactions`).expect(404, NO_POST);
    await bob.client.post(`/v1/posts/${id}/comments`, { content: 'x' }).expect(404, NO_POST);
    await bob.client.post('/v1/bookmarks', { bookmarkable_type: 'post', bookmarkable_id: id }).expect(404, NO_POST);
    expect(await postsCount(bob.client, ann)).toBe(0);
    expect(await feedOf(ann)).toEqual([]);
    await change(admin, { id }, { title: 'By staff' });
    await ann.client.delete(`/v1/posts/${id}`).expect(200);
  });

  it('is as new as the day on which others see it, the first time', async () => {
    const post = await draft(ann);
    await pause();
    const shown = await change(ann, post, { status: 'published' });
    expect(shown).toEqual({ ...post, status: 'published', created_at: TIME, updated_at: TIME });
    expect(Date.parse(shown.created_at)).toBeGreaterThan(Date.parse(post.created_at));
    await pause();
    expect((await change(ann, post, { status: 'draft' })).created_at).toBe(shown.created_at);
    await pause();
    expect((await change(ann, post, { status: 'published' })).created_at).toBe(shown.created_at);
    expect((await change(ann, post, { status: 'published' })).created_at).toBe(shown.created_at);
  });

  it('keeps its moment when it was published before it was a draft', async () => {
    const post = await publish(ann);
    await pause();
    await change(ann, post, { status: 'draft' });
    expect((await change(ann, post, { status: 'published' })).created_at).toBe(post.created_at);
  });

  it('tells those whom it names when it is published, and once', async () => {
    await bob.client.patch('/v1/users/me', { username: 'named_in_draft' }).expect(200);
    const post = await draft(ann, { content: 'Hello @named_in_draft' });
    await change(ann, post, { content: 'Hello again @named_in_draft' });
    expect(await notices(bob.client)).toEqual([]);
    await change(ann, post, { status: 'published' });
    expect(await notices(bob.client)).toEqual([{ type: 'mention', actors: [ann.id] }]);
    await change(ann, post, { status: 'draft' });
    await change(ann, post, { status: 'published' });
    expect(await notices(bob.client)).toEqual([{ type: 'mention', actors: [ann.id] }]);
  });

  it('tells nobody when the post becomes one', async () => {
    await bob.client.patch('/v1/users/me', { username: 'named_too_late' }).expect(200);
    const post = await publish(ann);
    await change(ann, post, { status: 'draft', content: '@named_too_late' });
    expect(await notices(bob.client)).toEqual([]);
  });
});

describe('a post that becomes a draft', () => {
  it('is gone for all others, and is what it was when it comes back', async () => {
    const post = await publish(ann);
    await follow(bob, ann);
    await comment(bob, post);
    await react(bob, post).expect(201);
    const before = await single(bob.client, post);
    expect(await feedOf(bob)).toEqual([post.id]);
    await change(ann, post, { status: 'draft' });
    expect([await feedOf(bob), await feedOf(ann)]).toEqual([[], []]);
    expect((await bob.client.get(`/v1/users/${ann.id}/posts`).expect(200)).body.posts).toEqual([]);
    expect(await postsCount(bob.client, ann)).toBe(0);
    await bob.client.get(`/v1/posts/${post.id}`).expect(404, NO_POST);
    await bob.client.get(`/v1/posts/${post.id}/comments`).expect(404, NO_POST);
    await change(ann, post, { status: 'published' });
    expect(await single(bob.client, post)).toEqual({ ...before, updated_at: TIME });
    expect(await feedOf(bob)).toEqual([post.id]);
    expect(await postsCount(bob.client, ann)).toBe(1);
  });

  it('is counted right, however often it goes and comes at once', async () => {
    const posts = await Promise.all(Array.from({ length: 4 }, () => publish(ann)));
    const answers = await atOnce(24, (n) =>
      ann.client.patch(`/v1/posts/${posts[n % 4].id}`, { status: n % 3 ? 'draft' : 'published' }),
    );
    expect(tally(answers)).toEqual({ 200: 24 });
    const shown = await Promise.all(posts.map(({ id }) => bob.client.get(`/v1/posts/${id}`)));
    expect(await postsCount(bob.client, ann)).toBe(tally(shown)[200] ?? 0);
  });
});
