import { TestService } from '../support/service.js';
import { crowd, NOT_AUTHENTICATED, person, type Person, UNKNOWN, walk } from './people.js';
import { block, comment, draft, follow, publish, react, shape } from './posting.js';

let service: TestService;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  service = await TestService.lease();
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

interface Shown {
  id: string;
  created_at: string;
}

const ids = (posts: Shown[]) => posts.map(({ id }) => id);
const feed = async ({ client }: Person, query = '') => (await client.get(`/v1/feed${query}`).expect(200)).body;
const tick = () => new Promise((resolve) => setTimeout(resolve, 3));
/** Inserts posts of the author, all in one millisecond. */
async function many({ id }: { id: string }, count: number, at = 'now()'): Promise<string[]> {
  const { rows } = await service.database.query(
    `INSERT INTO social.posts (user_id, title, created_at)
     SELECT $1, 'one of many', ${at} FROM generate_series(1, $2) RETURNING id`,
    [id, count],
  );
  return ids(rows);
}

describe('GET /v1/feed', () => {
  it('shows published posts of the followed and the own ones, newest first', async () => {
    const cat = await person(service);
    await follow(ann, bob);
    await cat.client.patch('/v1/users/me', { privacy: { follower_approval: true } }).expect(200);
    await follow(ann, cat);
    const mine = await publish(ann, { title: 'Mine' });
    await tick();
    const his = await publish(bob, { title: 'His' });
    await publish(cat, { title: 'Only asked for' });
    await publish(await person(service), { title: 'Of a stranger' });
    await draft(ann);
    await draft(bob);
    await react(ann, his, 'fire').expect(201);
    await comment(ann, his);
    expect(await feed(ann)).toEqual({
      posts: [
        { ...shape(bob, { title: 'His' }), reactions_summary: { fire: 1 }, comments_count: 1 },
        { ...shape(ann, { title: 'Mine' }), reactions_summary: {}, comments_count: 0 },
      ],
      next_cursor: null,
    });
    await cat.client.post('/v1/follow/accept', { follower_id: ann.id }).expect(200);
    expect((await feed(ann)).posts).toHaveLength(3);
    await service.client().get('/v1/feed').expect(401, NOT_AUTHENTICATED);
    await bob.client.delete(`/v1/posts/${his.id}`).expect(200);
    expect(ids((await feed(ann)).posts)).toContain(mine.id);
    expect(ids((await feed(ann)).posts)).not.toContain(his.id);
  });

  it('shows no posts of a blocked user, to either of the two', async () => {
    await follow(ann, bob);
    await follow(bob, ann);
    const [mine, his] = [await publish(ann), await publish(bob)];
    await block(bob, ann);
    expect(ids((await feed(ann)).posts)).toEqual([mine.id]);
    expect(ids((await feed(bob)).posts)).toEqual([his.id]);
  });

  it.each([600, 40])(
    'shows who follows %i the same posts, whether these post often, rarely or long ago',
    async (count) => {
      const ask = async (text: string, ...values: unknown[]) => (await service.database.query(text, values)).rows;
      const domain = `@feed${count}.example`;
      await ask(
        `INSERT INTO account.users (email, user_status)
         SELECT 'author' || n || $1, CASE WHEN n % 50 = 30 THEN 'banned' ELSE 'active' END FROM generate_series(1, 600) n`,
        domain,
      );
      await ask(
        `INSERT INTO social.follows (follower_id, following_id, status)
         SELECT $1, u.id, CASE WHEN n = 39 THEN 'requested' ELSE 'following' END
         FROM generate_series(1, $3) n JOIN account.users u ON u.email = 'author' || n || $2`,
        ann.id,
        domain,
        count,
      );
      // Of several authors in the same second; then posts of a stranger, and newer ones of authors again.
      await ask(
        `INSERT INTO social.posts (user_id, title, created_at)
         SELECT id, 'old', now() - interval '2 days' + n * interval '1 minute'
         FROM account.users, generate_series(1, 4) n WHERE email LIKE 'author%' || $1`,
        domain,
      );
      await many(bob, 1_200, `now() - interval '1 day'`);
      await ask(
        `INSERT INTO social.posts (user_id, title) SELECT id, 'new' FROM account.users WHERE email LIKE 'author1_' || $1`,
        domain,
      );
      const mine = await many(ann, 3, `now() - interval '36 hours'`);
      const expected = await ask(
        `SELECT p.id FROM social.posts p JOIN account.users u ON u.id = p.user_id AND u.user_status = 'active'
         WHERE p.user_id = $1 OR p.user_id IN (
           SELECT following_id FROM social.follows WHERE follower_id = $1 AND status = 'following'
         ) ORDER BY p.created_at DESC, p.id DESC`,
        ann.id,
      );
      expect(expected.length).toBeGreaterThan(count * 3.9);
      const seen = ids(await walk<Shown>(ann.client, '/v1/feed?limit=50', 'posts'));
      expect(seen).toEqual(ids(expected));
      expect(seen).toEqual(expect.arrayContaining(mine));
    },
  );

  it('shows no posts of banned users, and fills its pages without them', async () => {
    const cat = await person(service);
    for (const author of [bob, cat]) await follow(ann, author);
    const kept = [...(await many(bob, 5)), ...(await many(ann, 5))];
    await many(cat, 30, `now() + interval '1 second'`);
    await service.setStatus(cat.id, 'banned');
    const seen = ids(await walk<Shown>(ann.client, '/v1/feed?limit=3', 'posts'));
    expect(seen.sort()).toEqual(kept.sort());
    await service.setStatus(cat.id, 'active');
    expect((await feed(ann, '?limit=50')).posts).toHaveLength(40);
  });

  it('loses nothing with three hundred posts of the same millisecond', async () => {
    await follow(ann, bob);
    const all = [...(await many(bob, 300)), ...(await many(ann, 7))];
    const seen = ids(await walk<Shown>(ann.client, '/v1/feed?limit=50', 'posts'));
    expect(seen).toHaveLength(all.length);
    expect(new Set(seen)).toEqual(new Set(all));
  });

  it('loses and repeats nothing while posts come and go', async () => {
    const authors = await Promise.all(Array.from({ length: 3 }, () => person(service)));
    for (const author of authors) await follow(ann, author);
    const kept: string[] = [];
    const doomed: string[] = [];
    for (let n = 0; n < 20; n++) {
      for (const author of authors) kept.push(...(await many(author, 1, `now() - ${n} * interval '1 second'`)));
      doomed.push(...(await many(authors[0] as Person, 1, `now() - ${n} * interval '1 second'`)));
    }
    const posts = await walk<Shown>(ann.client, '/v1/feed?limit=7', 'posts', async () => {
      await many(authors[1] as Person, 2);
      await service.database.query('DELETE FROM social.posts WHERE id = $1', [doomed.pop()]);
    });
    const seen = ids(posts);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => kept.includes(id))).toHaveLength(kept.length);
    const moments = posts.map(({ created_at }) => created_at);
    expect(moments).toEqual(moments.toSorted().toReversed());
  });

  it('gives 20, at most 50, and says when there is no more', async () => {
    await many(ann, 60);
    expect((await feed(ann)).posts).toHaveLength(20);
    for (const limit of [50, 51, 1_000_000]) expect((await feed(ann, `?limit=${limit}`)).posts).toHaveLength(50);
    const { next_cursor } = await feed(ann, '?limit=50');
    const last = await feed(ann, `?limit=10&cursor=${next_cursor}`);
    expect(last).toMatchObject({ posts: { length: 10 }, next_cursor: null });
    for (const limit of ['0', '-1', 'abc', '1.5', '', '1e2']) {
      await ann.client.get(`/v1/feed?limit=${limit}`).expect(400, { error: 'Invalid limit' });
    }
  });

  it('accepts only its own cursors', async () => {
    await many(ann, 3);
    const { next_cursor } = await feed(ann, '?limit=1');
    const other = (await ann.client.get(`/v1/users/${ann.id}/posts?limit=1`).expect(200)).body.next_cursor;
    const tampered = `${next_cursor.slice(0, -1)}${next_cursor.endsWith('A') ? 'B' : 'A'}`;
    for (const cursor of [other, tampered, 'x', '', 'null', `${next_cursor}A`, '2020-01-01T00:00:00Z']) {
      await ann.client.get(`/v1/feed?cursor=${cursor}`).expect(400, { error: 'Invalid cursor' });
    }
    await ann.client.get(`/v1/users/${ann.id}/posts?cursor=${next_cursor}`).expect(400);
  });

  it('counts the reactions of two hundred people', async () => {
    const post = await publish(ann);
    const people = await crowd(service, 200);
    const kinds = ['like', 'love', '🔥'];
    for (let n = 0; n < 200; n += 50) {
      await Promise.all(
        people
          .slice(n, n + 50)
          .map((id, i) =>
            service.database.query('INSERT INTO social.reactions (post_id, user_id, type) VALUES ($1, $2, $3)', [
              post.id,
              id,
              kinds[(n + i) % 3],
            ]),
          ),
      );
    }
    expect((await feed(ann)).posts[0].reactions_summary).toEqual({ like: 67, love: 67, '🔥': 66 });
  });
});

describe('GET /v1/users/{id}/posts', () => {
  it('shows the published posts of one user, by id or name', async () => {
    await bob.client.patch('/v1/users/me', { username: 'the_author' }).expect(200);
    const post = await publish(bob, { title: 'One' });
    await draft(bob);
    for (const who of [ann, bob]) {
      for (const name of [bob.id, 'the_author']) {
        const { body } = await who.client.get(`/v1/users/${name}/posts`).expect(200);
        expect(body).toEqual({
          posts: [
            {
              ...post,
              author: { ...post.author, username: 'the_author' },
              reactions_summary: {},
              comments_count: 0,
            },
          ],
          next_cursor: null,
        });
      }
    }
    await service.client().get(`/v1/users/${bob.id}/posts`).expect(401, NOT_AUTHENTICATED);
  });

  it('loses nothing over pages', async () => {
    const all = await many(bob, 120);
    const seen = ids(await walk<Shown>(ann.client, `/v1/users/${bob.id}/posts?limit=50`, 'posts'));
    expect([seen.length, new Set(seen)]).toEqual([120, new Set(all)]);
  });

  it('answers 404 for an unknown user', async () => {
    for (const name of [UNKNOWN, 'nobody_here', '-']) {
      await ann.client.get(`/v1/users/${name}/posts`).expect(404, { error: 'User not found' });
    }
    await service.setStatus(bob.id, 'suspended');
    await ann.client.get(`/v1/users/${bob.id}/posts`).expect(404, { error: 'User not found' });
  });
});
