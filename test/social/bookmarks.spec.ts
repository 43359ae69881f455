import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { events, invalid, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN, walk } from './people.js';
import { block, CANNOT } from './posting.js';

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

const NO_POST = { error: 'Post not found' };
const NO_BOOKMARK = { error: 'Bookmark not found' };
const keep = ({ client }: Person, bookmarkable_type: unknown, bookmarkable_id: unknown) =>
  client.post('/v1/bookmarks', { bookmarkable_type, bookmarkable_id });
const post = async ({ client }: Person, status = 'published'): Promise<string> =>
  (await client.post('/v1/posts', { title: 'Worth keeping', status }).expect(201)).body.post.id;
const list = async ({ client }: Person, query = '') =>
  (await client.get(`/v1/bookmarks${query}`).expect(200)).body.bookmarks;

describe('POST /v1/bookmarks', () => {
  it('keeps a post', async () => {
    const id = await post(bob);
    const { body } = await keep(ann, 'post', id).expect(201);
    expect(body).toEqual({
      bookmark: {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        user_id: ann.id,
        bookmarkable_id: id,
        bookmarkable_type: 'post',
        created_at: TIME,
      },
    });
    const data = { bookmark_id: body.bookmark.id, bookmarkable_id: id, bookmarkable_type: 'post' };
    expect(await events(service, ann.id, 'bookmark.created')).toEqual([data]);
  });

  it('answers the bookmark that is there unchanged', async () => {
    const id = await post(bob);
    const { body: first } = await keep(ann, 'post', id).expect(201);
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const same of [id, id.toUpperCase()]) {
      const { body } = await keep(ann, 'post', same).expect(201);
      expect(body).toEqual(first);
    }
    expect([await list(ann), await list(bob)]).toEqual([[first.bookmark], []]);
    expect(await events(service, ann.id, 'bookmark.created')).toHaveLength(1);
  });

  it('answers 404 for a post that the caller cannot see', async () => {
    const draft = await post(bob, 'draft');
    for (const id of [UNKNOWN, draft]) await keep(ann, 'post', id).expect(404, NO_POST);
    await keep(bob, 'post', draft).expect(201);
    await keep(await person(service, 'admin'), 'post', draft).expect(201);
    const flagged = await post(bob);
    await service.database.query(`UPDATE social.posts SET status = 'flagged' WHERE id = $1`, [flagged]);
    await keep(ann, 'post', flagged).expect(404, NO_POST);
  });

  it('is refused if a block stands between the caller and the author', async () => {
    const id = await post(bob);
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await block(one, other);
      await keep(ann, 'post', id).expect(403, CANNOT);
      await one.client.delete(`/v1/users/${other.id}/block`).expect(200);
    }
    await keep(ann, 'post', id).expect(201);
  });

  it('accepts any id of a type without a provider', async () => {
    for (const type of ['course', 'product', 'event']) {
      for (const id of ['1', 'c'.repeat(200), '日'.repeat(200)]) {
        const { body } = await keep(ann, type, id).expect(201);
        expect(body.bookmark).toMatchObject({ bookmarkable_type: type, bookmarkable_id: id });
      }
    }
    expect(await list(ann)).toHaveLength(9);
  });

  it.each<[string, unknown, unknown, string[]]>([
    ['no type', undefined, '1', ['bookmarkable_type']],
    ['another type', 'user', '1', ['bookmarkable_type']],
    ['a number for the type', 5, '1', ['bookmarkable_type']],
    ['no id', 'course', undefined, ['bookmarkable_id']],
    ['an empty id', 'course', '', ['bookmarkable_id']],
    ['a long id', 'course', 'c'.repeat(201), ['bookmarkable_id']],
    ['a list for an id', 'course', ['1'], ['bookmarkable_id']],
    ['a post of no such form', 'post', 'first', ['bookmarkable_id']],
  ])('takes no %s', async (_, type, id, fields) => {
    const { body } = await keep(ann, type, id).expect(400);
    expect([...new Set(body.details.map(({ field }: { field: string }) => field))]).toEqual(fields);
    expect(body.error).toBe('Validation error');
  });

  it('needs a caller who has signed in', async () => {
    const nobody = service.client();
    await nobody.post('/v1/bookmarks', {}).expect(401, NOT_AUTHENTICATED);
    await nobody.get('/v1/bookmarks').expect(401, NOT_AUTHENTICATED);
    await nobody.delete(`/v1/bookmarks/${UNKNOWN}`).expect(401, NOT_AUTHENTICATED);
  });

  it('twenty at once keep one', async () => {
    const id = await post(bob);
    const answers = await atOnce(20, () => keep(ann, 'post', id));
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await list(ann)).toHaveLength(1);
    expect(await events(service, ann.id, 'bookmark.created')).toHaveLength(1);
  });

  it('a post that is deleted takes its bookmarks with it, and those that were on their way', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await post(bob);
      await keep(ann, 'post', id).expect(201);
      const answers = await atOnce(9, (i) => (i === 4 ? bob.client.delete(`/v1/posts/${id}`) : keep(ann, 'post', id)));
      for (const { status } of answers) expect([200, 201, 404]).toContain(status);
      expect(await list(ann)).toEqual([]);
    }
  });
});

describe('GET /v1/bookmarks', () => {
  it('tells the own, newest first, of one type or of all', async () => {
    for (const [type, id] of [
      ['course', 'first'],
      ['event', 'second'],
      ['course', 'third'],
    ]) {
      await keep(ann, type, id).expect(201);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    await keep(bob, 'course', 'not hers').expect(201);
    const ids = async (query: string) =>
      (await list(ann, query)).map((one: { bookmarkable_id: string }) => one.bookmarkable_id);
    expect(await ids('')).toEqual(['third', 'second', 'first']);
    expect(await ids('?type=course')).toEqual(['third', 'first']);
    expect(await ids('?type=post')).toEqual([]);
    const { body } = await ann.client.get('/v1/bookmarks?type=user').expect(400);
    expect(body).toEqual(invalid('type'));
  });

  it('leaves out posts that the caller cannot see, and shows them when they are visible again', async () => {
    const admin = await person(service, 'admin');
    const id = await post(bob);
    for (const who of [ann, bob, admin]) await keep(who, 'post', id).expect(201);
    await keep(ann, 'course', 'kept').expect(201);
    const become = (status: string) =>
      service.database.query('UPDATE social.posts SET status = $2 WHERE id = $1', [id, status]);
    const lengths = async () =>
      Promise.all(
        [list(ann), list(ann, '?type=post'), list(bob), list(admin)].map(async (rows) => (await rows).length),
      );
    for (const status of ['draft', 'flagged']) {
      await become(status);
      expect(await lengths()).toEqual([1, 0, 1, 1]);
    }
    await become('published');
    expect(await lengths()).toEqual([2, 1, 1, 1]);
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await block(one, other);
      expect(await lengths()).toEqual([1, 0, 1, 1]);
      await one.client.delete(`/v1/users/${other.id}/block`).expect(200);
    }
    expect(await lengths()).toEqual([2, 1, 1, 1]);
  });

  it('fills its pages past those', async () => {
    await service.database.query(
      `WITH made AS (
         INSERT INTO social.posts (user_id, status)
         SELECT $2, CASE WHEN n % 3 = 0 THEN 'published' ELSE 'draft' END FROM generate_series(1, 90) n RETURNING id
       ) INSERT INTO social.bookmarks (user_id, bookmarkable_type, bookmarkable_id, created_at)
       SELECT $1, 'post', id, '2026-01-01' FROM made`,
      [ann.id, bob.id],
    );
    const { body } = await ann.client.get('/v1/bookmarks').expect(200);
    expect(body.bookmarks).toHaveLength(20);
    expect(await walk(ann.client, '/v1/bookmarks?type=post&limit=7', 'bookmarks')).toHaveLength(30);
  });

  it('has 20 a page, at most 50, and is whole over pages of one millisecond while more come', async () => {
    const fill = (count: number, at: string) =>
      service.database.query(
        `INSERT INTO social.bookmarks (user_id, bookmarkable_type, bookmarkable_id, created_at)
         SELECT $1, 'course', $3 || n, $3::timestamptz FROM generate_series(1, $2) n`,
        [ann.id, count, at],
      );
    await fill(300, '2026-01-01');
    const lengths = await Promise.all(
      ['', '?limit=50', '?limit=51'].map(async (query) => (await list(ann, query)).length),
    );
    expect(lengths).toEqual([20, 50, 50]);
    for (const [path, newer] of [
      ['/v1/bookmarks?limit=50', 2],
      ['/v1/bookmarks?type=course&limit=50', 3],
    ] as const) {
      let day = 1;
      const seen = await walk<{ id: string; created_at: string }>(ann.client, path, 'bookmarks', () =>
        fill(2, `2026-0${newer}-0${day++}`),
      );
      const old = seen.filter(({ created_at }) => created_at === '2026-01-01T00:00:00.000Z');
      expect(new Set(old.map(({ id }) => id)).size).toBe(300);
      expect(old).toHaveLength(300);
    }
    for (const limit of ['0', '-1', 'abc', '1.5'])
      await ann.client.get(`/v1/bookmarks?limit=${limit}`).expect(400, { error: 'Invalid limit' });
    await ann.client.get('/v1/bookmarks?cursor=x').expect(400, { error: 'Invalid cursor' });
  });
});

describe('DELETE /v1/bookmarks/{id}', () => {
  it('deletes the own, once', async () => {
    const { body } = await keep(ann, 'course', '1').expect(201);
    const path = `/v1/bookmarks/${body.bookmark.id}`;
    expect(tally(await atOnce(5, () => ann.client.delete(path)))).toEqual({ 200: 1, 404: 4 });
    expect(await list(ann)).toEqual([]);
    expect(await events(service, ann.id, 'bookmark.deleted')).toEqual([{ bookmark_id: body.bookmark.id }]);
    const { body: anew } = await keep(ann, 'course', '1').expect(201);
    await ann.client.delete(`/v1/bookmarks/${anew.bookmark.id}`).expect(200, { message: 'Bookmark deleted' });
  });

  it("finds no stranger's, for an admin neither, and leaves it", async () => {
    const { body } = await keep(bob, 'course', '1').expect(201);
    for (const { client } of [ann, await person(service, 'admin')])
      await client.delete(`/v1/bookmarks/${body.bookmark.id}`).expect(404, NO_BOOKMARK);
    expect(await list(bob)).toHaveLength(1);
    for (const id of [UNKNOWN, '1', '%27']) await ann.client.delete(`/v1/bookmarks/${id}`).expect(404, NO_BOOKMARK);
  });
});
