import { type Account, TestService } from '../support/service.js';

let service: TestService;
let ann: Account;
beforeAll(async () => {
  service = await TestService.start();
  ann = await service.account('ann@example.com');
});
afterAll(() => service.stop());

interface Found {
  id: string;
  username: string | null;
  first_name: string | null;
}

const search = (query: Record<string, string>) => ann.client.get(`/v1/users?${new URLSearchParams(query)}`);
const names = async (words: string) =>
  ((await search({ search: words }).expect(200)).body.users as Found[]).map(({ first_name }) => first_name).sort();

/** Users of one name, created in the same millisecond by default. */
async function people(firstNames: string[], more = '2030-01-01T00:00:00.123Z'): Promise<string[]> {
  const { rows } = await service.database.query<{ id: string }>(
    `WITH made AS (
       INSERT INTO account.users (email, first_name, created_at)
       SELECT 'seed-' || gen_random_uuid() || '@hidden.example', name, $2::timestamptz FROM unnest($1::text[]) name
       RETURNING id
     ) INSERT INTO account.user_counters (user_id) SELECT id FROM made RETURNING user_id AS id`,
    [firstNames, more],
  );
  return rows.map(({ id }) => id);
}

async function walk(query: Record<string, string>): Promise<{ ids: string[]; pages: number[] }> {
  const ids: string[] = [];
  const pages: number[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await search({ ...query, ...(cursor && { cursor }) }).expect(200);
    ids.push(...(body.users as Found[]).map(({ id }) => id));
    pages.push(body.users.length);
    cursor = body.next_cursor as string | null;
  } while (cursor && pages.length < 100);
  return { ids, pages };
}

describe('GET /v1/users', () => {
  let crowd: string[];
  beforeAll(async () => {
    crowd = await people(Array.from({ length: 300 }, (_, index) => `Crowd ${index}`));
  });

  it.each([
    ['with words', { search: 'crowd', limit: '37' }],
    ['without words', { limit: '37' }],
    ['with the largest page', { search: 'crowd', limit: '100' }],
    ['one by one less than all', { search: 'crowd', limit: '299' }],
  ])('pages through 300 people of one millisecond, nobody twice and nobody missing: %s', async (_, query) => {
    const { ids, pages } = await walk(query);
    const seen = ids.filter((id) => crowd.includes(id));
    expect(seen).toHaveLength(300);
    expect(new Set(ids).size).toBe(ids.length);
    const size = Math.min(Number(query.limit), 100);
    expect(pages.slice(0, -1).every((length) => length === size)).toBe(true);
  });

  it('ends with a null cursor where the last page is full', async () => {
    const { pages } = await walk({ search: 'crowd', limit: '100' });
    expect(pages).toEqual([100, 100, 100]);
  });

  it('finds one or two letters at the beginning of a name', async () => {
    await people(['Xyla Quist', 'Uxq']);
    expect(await names('xy')).toEqual(['Xyla Quist']);
    expect(await names('Q')).toEqual(['Xyla Quist']);
    expect(await names('xq')).toEqual([]);
    expect(await names('uxq')).toEqual(['Uxq']);
  });

  it('shows stable pages while new users sign up', async () => {
    await people(['Steady 1', 'Steady 2', 'Steady 3', 'Steady 4']);
    const { body: first } = await search({ search: 'steady', limit: '2' }).expect(200);
    await people(['Steady late'], '2031-01-01T00:00:00Z');
    const { body: second } = await search({ search: 'steady', limit: '2', cursor: first.next_cursor }).expect(200);
    const seen = [...first.users, ...second.users].map(({ first_name }: Found) => first_name);
    expect(seen.sort()).toEqual(['Steady 1', 'Steady 2', 'Steady 3', 'Steady 4']);
    expect(second.next_cursor).toBeNull();
  });

  it('lists the newest first, twenty to a page, as public profiles', async () => {
    const [newest] = await people(['Newest'], '2032-01-01T00:00:00Z');
    const { body, text } = await search({}).expect(200);
    expect(body).toEqual({ users: expect.any(Array), next_cursor: expect.any(String) });
    expect(body.users).toHaveLength(20);
    expect(body.users[0]).toEqual({
      id: newest,
      username: null,
      first_name: 'Newest',
      last_name: null,
      avatar_url: null,
      bio: null,
      type: null,
      verified: false,
      created_at: '2032-01-01T00:00:00.000Z',
      posts_count: 0,
      followers_count: 0,
      following_count: 0,
    });
    expect(text).not.toContain('@hidden.example');
  });

  it('searches names in upper and lower case, and never e-mail addresses', async () => {
    const { client } = await service.account('findme-address@example.com');
    await client.patch('/v1/users/me', { username: 'zoe_1990', first_name: 'Zoë', last_name: 'Quartz' }).expect(200);
    for (const words of ['ZOË', 'quart', 'oe_19', '  zoë  ', 'zoë quartz']) expect(await names(words)).toEqual(['Zoë']);
    for (const words of ['findme', 'hidden.example', '@', 'zoe_1991']) expect(await names(words)).toEqual([]);
  });

  it('takes wildcards, quotes and backslashes literally', async () => {
    await people(['per%cent', 'percent', 'under_line', 'underXline', 'back\\slash', 'backslash', "o'quote", '%%%']);
    expect(await names('r%c')).toEqual(['per%cent']);
    expect(await names('r%')).toEqual([]);
    expect(await names('%')).toEqual(['%%%']);
    expect(await names('r_l')).toEqual(['under_line']);
    expect(await names('k\\s')).toEqual(['back\\slash']);
    expect(await names("o'q")).toEqual(["o'quote"]);
    expect(await names('; DROP TABLE account.users; --')).toEqual([]);
  });

  it('shows no banned or suspended user', async () => {
    const [banned, suspended] = await people(['Gone banned', 'Gone suspended', 'Gone not']);
    await service.setStatus(String(banned), 'banned');
    await service.setStatus(String(suspended), 'suspended');
    expect(await names('gone')).toEqual(['Gone not']);
  });

  it.each(['1000', '101', '99999999999999999999'])('takes the limit %s for the largest there is', async (limit) => {
    expect((await search({ search: 'crowd', limit }).expect(200)).body.users).toHaveLength(100);
  });

  it('refuses a cursor in which anything was changed', async () => {
    const { body } = await search({ search: 'crowd', limit: '5' }).expect(200);
    const cursor = body.next_cursor as string;
    const other = (character: string) => (character === 'A' ? 'B' : 'A');
    const changed = Array.from(
      { length: cursor.length },
      (_, at) => cursor.slice(0, at) + other(cursor[at] as string) + cursor.slice(at + 1),
    );
    const made = Buffer.from(JSON.stringify([new Date().toISOString(), ann.id])).toString('base64url');
    const more = [`${cursor}x`, `${cursor}=`, ` ${cursor}`, cursor.slice(0, -1), cursor.slice(1), made];
    for (const one of [...changed.filter((_, at) => at % 4 === 0), changed.at(-1) as string, ...more, '', 'x', '[]']) {
      const { status, body: answer } = await search({ search: 'crowd', limit: '5', cursor: one });
      expect({ one, status, answer }).toEqual({ one, status: 400, answer: { error: 'Invalid cursor' } });
    }
    await search({ search: 'crowd', limit: '5', cursor }).expect(200);
  });

  it('refuses a repeated parameter and characters that no text may contain', async () => {
    for (const query of ['search=a&search=b', 'limit=5&limit=6', `search=${'s'.repeat(101)}`, 'search=%00']) {
      const { body } = await ann.client.get(`/v1/users?${query}`).expect(400);
      expect(body.error).toMatch(/Validation error|Invalid limit/);
    }
  });

  it('is for those who are signed in', async () => {
    await service.client().get('/v1/users?limit=0').expect(401, { error: 'Not authenticated' });
  });
});
