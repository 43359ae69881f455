import { TestService } from '../support/service.js';
import { crowd, FORBIDDEN, person, type Person, TIME } from './people.js';
import { comment, commentAuthorOf, ID, MOMENT, NO_POST, publish, react, shape, single } from './posting.js';

let service: TestService;
let ann: Person;
let bob: Person;
let admin: Person;
beforeAll(async () => {
  service = await TestService.lease();
  [ann, bob, admin] = [await person(service), await person(service), await person(service, 'admin')];
});
afterAll(() => service.stop());

const flag = ({ id }: { id: string }) =>
  service.database.query(`UPDATE social.posts SET status = 'flagged' WHERE id = $1`, [id]);

describe('GET /v1/posts/{id}', () => {
  it('shows the post, its reactions and its comments to everybody', async () => {
    const post = await publish(ann, { title: 'Hello' });
    await react(bob, post, '🔥').expect(201);
    const first = await comment(bob, post, 'First');
    const second = await comment(ann, post, 'Second', first.id);
    const expected = {
      post: {
        ...shape(ann, { title: 'Hello' }),
        reactions: [{ post_id: post.id, user_id: bob.id, type: '🔥' }],
        comments: [first, second],
      },
    };
    expect(second).toEqual({
      id: ID,
      post_id: post.id,
      user_id: ann.id,
      content: 'Second',
      parent_id: first.id,
      created_at: MOMENT,
      author: commentAuthorOf(ann),
    });
    for (const client of [service.client(), ann.client, bob.client, service.bearer('nonsense')]) {
      expect((await client.get(`/v1/posts/${post.id}`).expect(200)).body).toEqual(expected);
      expect((await client.get(`/v1/posts/${post.id.toUpperCase()}`).expect(200)).body).toEqual(expected);
    }
  });

  it('is empty where nobody has answered', async () => {
    const post = await publish(ann);
    expect(await single(service.client(), post)).toEqual({ ...post, reactions: [], comments: [] });
  });

  it('shows all of 300 reactions and the first 50 of 120 comments', async () => {
    const post = await publish(ann);
    const people = await crowd(service, 300);
    await service.database.query(
      `INSERT INTO social.reactions (post_id, user_id, type)
       SELECT $1, id, 'like' FROM unnest($2::uuid[]) id`,
      [post.id, people],
    );
    for (let n = 0; n < 120; n++) {
      await service.database.query('INSERT INTO social.comments (post_id, user_id, content) VALUES ($1, $2, $3)', [
        post.id,
        people[n],
        String(n),
      ]);
    }
    const { reactions, comments } = await single(service.client(), post);
    expect(new Set(reactions.map(({ user_id }: { user_id: string }) => user_id))).toEqual(new Set(people));
    expect(comments.map(({ content }: { content: string }) => content)).toEqual(
      Array.from({ length: 50 }, (_, n) => String(n)),
    );
  });

  it('shows a flagged post only to its author and staff', async () => {
    const post = await publish(ann);
    await comment(bob, post);
    await flag(post);
    for (const who of [ann, admin]) expect((await single(who.client, post)).status).toBe('flagged');
    for (const client of [bob.client, service.client()]) {
      await client.get(`/v1/posts/${post.id}`).expect(404, NO_POST);
      await client.get(`/v1/posts/${post.id}/comments`).expect(404, NO_POST);
    }
    await bob.client.patch(`/v1/posts/${post.id}`, {}).expect(404, NO_POST);
    await bob.client.delete(`/v1/posts/${post.id}`).expect(404, NO_POST);
    await react(bob, post).expect(404, NO_POST);
    expect((await ann.client.get('/v1/feed').expect(200)).body.posts).not.toContainEqual(
      expect.objectContaining({ id: post.id }),
    );
  });

  it('stays flagged when its author edits it', async () => {
    const post = await publish(ann);
    await flag(post);
    for (const status of ['draft', 'published']) {
      const { body } = await ann.client.patch(`/v1/posts/${post.id}`, { status, title: status }).expect(200);
      expect(body).toEqual({ post: { ...post, status: 'flagged', title: status, updated_at: TIME } });
    }
    await ann.client.patch(`/v1/posts/${post.id}`, { status: 'flagged' }).expect(400);
    expect((await ann.client.get('/v1/drafts').expect(200)).body.posts).toEqual([]);
    await ann.client.delete(`/v1/posts/${post.id}`).expect(200);
  });

  it('is not changed by reading', async () => {
    const post = await publish(ann);
    await bob.client.patch(`/v1/posts/${post.id}`, { title: 'Mine' }).expect(403, FORBIDDEN);
    expect(await single(bob.client, post)).toMatchObject(post);
  });
});
