import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { person, type Person, UNKNOWN, walk } from './people.js';
import { comment, NO_POST, publish } from './posting.js';

let service: TestService;
let ann: Person;
let post: { id: string };
let path: string;
beforeAll(async () => {
  service = await TestService.lease();
  ann = await person(service);
});
beforeEach(async () => {
  post = await publish(ann);
  path = `/v1/posts/${post.id}/comments`;
});
afterAll(() => service.stop());

interface Said {
  id: string;
  content: string;
  created_at: string;
}

const page = async (query = '') => (await service.client().get(`${path}${query}`).expect(200)).body;
const contents = (comments: Said[]) => comments.map(({ content }) => content);
/** Inserts many comments with one statement; each has a later time than the one before. */
const many = (count: number) =>
  service.database.query(
    `INSERT INTO social.comments (post_id, user_id, content)
     SELECT $1, $2, n::text FROM generate_series(1, $3) n`,
    [post.id, ann.id, count],
  );

describe('GET /v1/posts/{id}/comments', () => {
  it('shows the comments to everybody, oldest first', async () => {
    const said = [await comment(ann, post, 'one'), await comment(ann, post, 'two')];
    expect(await page()).toEqual({ comments: said, next_cursor: null });
    for (const id of [UNKNOWN, 'x']) await service.client().get(`/v1/posts/${id}/comments`).expect(404, NO_POST);
  });

  it('has the time of the last comment as its cursor', async () => {
    await many(5);
    const { comments, next_cursor } = await page('?limit=2');
    expect(next_cursor).toBe(comments[1].created_at);
    expect(Number.isNaN(Date.parse(next_cursor))).toBe(false);
    expect(contents((await page(`?cursor=${next_cursor}`)).comments)).toEqual(['3', '4', '5']);
  });

  it('loses and repeats none of three hundred concurrent comments of twenty users', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await atOnce(20, (n) => ann.client.post(path, { content: `${round}.${n}` }));
      expect(tally(answers)).toEqual({ 201: 20 });
    }
    await many(200);
    for (const limit of [1, 7, 100].slice(1)) {
      const seen = await walk<Said>(service.client(), `${path}?limit=${limit}`, 'comments');
      expect(seen).toHaveLength(300);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(300);
      const moments = seen.map(({ created_at }) => created_at);
      expect(moments).toEqual(moments.toSorted());
      expect(new Set(moments).size).toBe(300);
    }
  });

  it('loses nothing while others write and delete', async () => {
    await many(60);
    let n = 60;
    const seen = await walk<Said>(service.client(), `${path}?limit=7`, 'comments', async () => {
      if (n < 65) await comment(ann, post, String(++n));
      await service.database.query('DELETE FROM social.comments WHERE post_id = $1 AND content = $2', [
        post.id,
        String(60 - (n - 60)),
      ]);
    });
    const shown = contents(seen);
    expect(new Set(shown).size).toBe(shown.length);
    for (let kept = 1; kept < 54; kept++) expect(shown).toContain(String(kept));
    for (let late = 61; late <= 65; late++) expect(shown).toContain(String(late));
  });

  it('gives 30, at most 100', async () => {
    await many(120);
    expect((await page()).comments).toHaveLength(30);
    for (const limit of [100, 101, 99_999]) expect((await page(`?limit=${limit}`)).comments).toHaveLength(100);
    for (const limit of ['0', '-1', 'abc', '1.5', '']) {
      await service.client().get(`${path}?limit=${limit}`).expect(400, { error: 'Invalid limit' });
    }
  });

  it('takes any moment, however exact', async () => {
    await many(3);
    for (const [cursor, count] of [
      ['2020-01-01T00:00:00.000Z', 3],
      ['2020-01-01T00:00:00Z', 3],
      ['2020-01-01T00:00Z', 3],
      ['2020-01-01T00:00:00.123456-05:00', 3],
      ['2020-01-01T00:00:00.5%2B02:00', 3],
      ['2999-12-31T23:59:59.999999Z', 0],
      [new Date(Date.now() + 60_000).toISOString(), 0],
    ]) {
      expect((await page(`?cursor=${cursor}`)).comments).toHaveLength(Number(count));
    }
  });

  it.each([
    'x',
    '',
    'null',
    '5',
    '2020-01-01',
    '2020-13-01T00:00:00Z',
    '2020-02-30T00:00:00Z',
    '2020-01-01T25:00:00Z',
    '2020-01-01T00:00:00',
    '2020-01-01T00:00:00.1234567Z',
    '0000-01-01T00:00:00Z',
    '2020-01-01T00:00:00-99:00',
    '2020-01-01T00:00:00Z;',
    'infinity',
    'now',
  ])('refuses the cursor %j', async (cursor) => {
    await service.client().get(`${path}?cursor=${cursor}`).expect(400, { error: 'Invalid cursor' });
  });

  it.each(['limit', 'cursor'])('refuses a wrong %s before it looks for the post', async (name) => {
    const unknown = '/v1/posts/00000000-0000-4000-8000-000000000000/comments';
    await service
      .client()
      .get(`${unknown}?${name}=x`)
      .expect(400, { error: `Invalid ${name}` });
  });

  const EMPTY = { comments: [], next_cursor: null };
  it('passes no time to PostgreSQL that it cannot read', async () => {
    for (const cursor of [
      '2021-02-30T00:00:00Z',
      '2020-01-01T24:00:00Z',
      '2020-01-01T00:00:00-23:59',
      '2020-01-01T00:00:60Z',
    ]) {
      const { status, body } = await service.client().get(`${path}?cursor=${cursor}`);
      const refused = { error: 'Invalid cursor' };
      expect([status, body]).toEqual(status === 200 ? [200, EMPTY] : [400, refused]);
    }
  });
});
