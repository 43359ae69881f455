import { SearchRepository } from '../../src/social/search/search.repository.js';
import { TestService } from '../support/service.js';
import { crowd, NOT_AUTHENTICATED, person, type Person, walk } from './people.js';

let service: TestService;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  service = await TestService.start();
});
beforeEach(async () => {
  await service.database.query('DELETE FROM account.users');
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

interface Row {
  id: string;
  title: string;
}

const post = async ({ client }: Person, title: string, more: object = {}): Promise<Row> =>
  (await client.post('/v1/posts', { title, ...more }).expect(201)).body.post;
const path = (query: Record<string, string>) => `/v1/search?${new URLSearchParams(query)}`;
const found = async (q: string, { client }: Person = ann, type = 'posts') =>
  (await client.get(path({ q, type })).expect(200)).body.results as Row[];
const titles = async (q: string, who?: Person) => (await found(q, who)).map(({ title }) => title);
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('GET /v1/search for posts', () => {
  it('finds them by all words of title and content, newest first, as the feed shows them', async () => {
    await post(bob, 'Apples');
    const older = await post(bob, 'Of Apples', { content: 'and some Pears' });
    const newer = await post(ann, 'pears, apples!', { poll: { question: 'q', options: ['a', 'b'] } });
    const { body } = await ann.client.get(path({ q: '  apples PEARS ' })).expect(200);
    expect(ids(body.results)).toEqual([newer.id, older.id]);
    expect(body.next_cursor).toBeNull();
    const { body: feed } = await ann.client.get('/v1/feed').expect(200);
    expect(body.results[0]).toEqual(feed.posts[0]);
  });

  it('takes the last word for the beginning of one, the others as they are', async () => {
    await post(bob, 'gardening tools');
    expect(await titles('garden')).toEqual(['gardening tools']);
    expect(await titles('gardening to')).toEqual(['gardening tools']);
    expect(await titles('garden tools')).toEqual([]);
    expect(await titles('"garden"')).toEqual([]);
    expect(await titles('tools -garden')).toEqual(['gardening tools']);
    expect(await titles('tools -gardening')).toEqual([]);
  });

  it('takes dashes between words for what they are in a text', async () => {
    await post(bob, 'well--known and well-read');
    for (const q of ['well--known', 'well-read']) expect(await titles(q)).toHaveLength(1);
  });

  it('knows phrases, alternatives and what is not wanted', async () => {
    await post(bob, 'red green');
    await post(bob, 'green red');
    expect(await titles('"red green"')).toEqual(['red green']);
    expect(await titles('yellow or red')).toEqual(['green red', 'red green']);
    expect(await titles('green -"green red"')).toEqual(['red green']);
    expect(await titles('Ünknown')).toEqual([]);
  });

  it.each([
    "'",
    "''",
    '"',
    '\\',
    ':*',
    "a':*",
    '&',
    '|',
    '!',
    '!!',
    '<->',
    '(',
    ')',
    '((a',
    "' | 'x' & !'",
    '%',
    '_',
    'or',
    'a or',
    '-',
    '--',
    '-a',
    '-"a b',
    '"a b',
    '-b-c ²',
    '² a',
    '💥',
    '-"a b" ²',
    '\t',
    'a:b',
    'http://a/b?c',
    "'); DROP TABLE social.posts; --",
    'x'.repeat(200),
    '- '.repeat(99) + 'a',
    '"'.repeat(200),
    '-'.repeat(199) + 'a',
    ...[...'!()&|:\'\\<".,²💥_'].map((sign) => `-${sign}`.repeat(90) + 'a'),
    ...['or ', 'a or ', 'a b or ', 'a ', 'a-b ', '"a b" ', '-"a b" '].map((part) => part.repeat(28) + 'c'),
    '-a-b '.repeat(20) + 'c',
    '- '.repeat(20) + 'c',
    'a'.repeat(199) + '-',
    '𝔘'.repeat(200),
  ])('is not harmed by %j', async (q) => {
    await post(bob, 'nothing to see');
    const status = q.trim() ? 200 : 400;
    await ann.client.get(path({ q })).expect(status);
  });

  it('is not harmed by anything else either', async () => {
    const parts = ['-', '"', 'a', ' ', ' or ', 'b', '(', ')', '!', '&', '|', ':*', "'", '\\', '<->', '²', 'a-b', '--'];
    let seed = 7;
    const next = (count: number) => (seed = (seed * 48271) % 2147483647) % count;
    const search = service.app.get(SearchRepository);
    for (let i = 0; i < 1500; i++) {
      const q = Array.from({ length: 1 + next(60) }, () => parts[next(parts.length)]).join('');
      const answer = await search.postsPage(q, ann.id, {}).catch((error: Error) => `${q}: ${error.message}`);
      expect(answer).toBe('{"results":[],"next_cursor":null}');
    }
  });

  it('shows what the caller may see', async () => {
    const [draft, flagged, blocked, blocking, banned, own] = [
      await post(bob, 'secret', { status: 'draft' }),
      await post(bob, 'secret'),
      await post(await person(service), 'secret'),
      await post(await person(service), 'secret'),
      await post(await person(service), 'secret'),
      await post(ann, 'secret'),
    ] as [Row, Row, Row, Row, Row, Row];
    const { rows } = await service.database.query('SELECT id, user_id FROM social.posts');
    const authorOf = ({ id }: Row) => rows.find((row) => row.id === id).user_id;
    expect(ids(await found('secret'))).toEqual(ids([own, banned, blocking, blocked, flagged]));
    const block = (one: string, other: string) =>
      service.database.query('INSERT INTO social.blocks (blocker_id, blocked_id) VALUES ($1, $2)', [one, other]);
    await service.database.query(`UPDATE social.posts SET status = 'flagged' WHERE id = $1`, [flagged.id]);
    await block(ann.id, authorOf(blocked));
    await block(authorOf(blocking), ann.id);
    await service.setStatus(authorOf(banned), 'banned');
    expect(ids(await found('secret'))).toEqual([own.id]);
    expect(ids(await found('secret', bob))).toEqual(ids([own, blocking, blocked]));
    await bob.client.patch(`/v1/posts/${draft.id}`, { status: 'published' }).expect(200);
    expect(ids(await found('secret'))).toEqual([draft.id, own.id]);
    await bob.client.patch(`/v1/posts/${draft.id}`, { title: 'told' }).expect(200);
    expect(ids(await found('secret'))).toEqual([own.id]);
    await ann.client.delete(`/v1/posts/${own.id}`).expect(200);
    expect(await found('secret')).toEqual([]);
  });

  it('pages through three hundred of one millisecond under writes, none twice and none missing', async () => {
    await service.database.query(
      `INSERT INTO social.posts (user_id, title, created_at)
       SELECT $1, 'many ' || n, '2026-01-01T00:00:00.123Z' FROM generate_series(1, 300) n`,
      [bob.id],
    );
    const rows = await walk<Row>(ann.client, path({ q: 'many', limit: '37' }), 'results', () => post(bob, 'many more'));
    expect(new Set(ids(rows)).size).toBe(300);
    expect(rows).toHaveLength(300);
    expect((await ann.client.get(path({ q: 'many' })).expect(200)).body.results).toHaveLength(20);
    const { body } = await ann.client.get(path({ q: 'many', limit: '500' })).expect(200);
    expect(body.results).toHaveLength(50);
    const cursor = body.next_cursor;
    await ann.client.get(path({ q: 'a', type: 'users', cursor })).expect(400, { error: 'Invalid cursor' });
  });
});

describe('GET /v1/search for users', () => {
  it('finds public profiles by a part of their names, but no blocked or deleted users', async () => {
    const people = await crowd(service, 4);
    await service.database.query(
      `UPDATE account.users SET first_name = 'Wilhelmina', username = 'w' || n
       FROM unnest($1::uuid[]) WITH ORDINALITY given(given_id, n) WHERE id = given_id`,
      [people],
    );
    const [one, two, three, four] = people as [string, string, string, string];
    expect(ids(await found('helm', ann, 'users')).sort()).toEqual([...people].sort());
    await ann.client.put(`/v1/users/${one}/block`).expect(200);
    await service.database.query('INSERT INTO social.blocks (blocker_id, blocked_id) VALUES ($1, $2)', [two, ann.id]);
    await service.setStatus(three, 'suspended');
    const results = await found('HELM', ann, 'users');
    const { body } = await ann.client.get(`/v1/users/${four}`).expect(200);
    expect(results).toEqual([body.user]);
    expect(await found('%', ann, 'users')).toEqual([]);
  });

  it('in whole pages of at most fifty', async () => {
    const people = await crowd(service, 120);
    await service.database.query(
      `UPDATE account.users SET last_name = 'Crowd', created_at = '2026-01-01' WHERE id = ANY($1)`,
      [people],
    );
    const rows = await walk<Row>(ann.client, path({ q: 'crowd', type: 'users' }), 'results');
    expect(ids(rows).sort()).toEqual([...people].sort());
    const { body } = await ann.client.get(path({ q: 'crowd', type: 'users', limit: '200' })).expect(200);
    expect(body.results).toHaveLength(50);
  });
});

describe('GET /v1/search', () => {
  it('finds no rooms where there are none', async () => {
    const { body } = await ann.client.get(path({ q: 'room', type: 'rooms' })).expect(200);
    expect(body).toEqual({ results: [], next_cursor: null });
  });

  it.each<[string, string]>([
    ['', 'q'],
    ['q=', 'q'],
    ['q=%20%20', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=a&q=b', 'q'],
    ['q[a]=b', 'q'],
    ['q=a&type=groups', 'type'],
    ['q=a&type=', 'type'],
    ['q=a&type=posts&type=users', 'type'],
  ])('is refused for ?%s', async (query, field) => {
    const { body } = await ann.client.get(`/v1/search?${query}`).expect(400);
    expect(body.error).toBe('Validation error');
    expect(body.details[0].field).toBe(field);
  });

  it('is refused for text that cannot be kept, and for wrong pages', async () => {
    expect((await ann.client.get('/v1/search?q=a%00b').expect(400)).body.error).toEqual(expect.any(String));
    for (const type of ['posts', 'users', 'rooms']) {
      await ann.client.get(path({ q: 'a', type, limit: '0' })).expect(400, { error: 'Invalid limit' });
      await ann.client.get(path({ q: 'a', type, cursor: 'x' })).expect(400, { error: 'Invalid cursor' });
    }
  });

  it('counts characters as people do, after the ends are cut off', async () => {
    await ann.client.get(path({ q: ` ${'😀'.repeat(200)} ` })).expect(200);
  });

  it('needs a caller who has signed in', async () => {
    await service.client().get('/v1/search').expect(401, NOT_AUTHENTICATED);
  });
});
