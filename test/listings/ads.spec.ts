import { ListingsExport } from '../../src/listings/listings.export.js';
import { type Account, TestService } from '../support/service.js';
import { written } from '../support/written.js';

let service: TestService;
let advertiser: Account;
/** A user without ads. */
let other: Account;
beforeAll(async () => {
  service = await TestService.lease();
  advertiser = await service.account();
  other = await service.account();
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('TRUNCATE listings.ads'));

const AD = { title: 'Buy this', budget: 25.5 };
const place = async (body: object = {}) =>
  (await advertiser.client.post('/v1/ads', { ...AD, ...body }).expect(201)).body.ad;
const list = async ({ client }: Account, query = '') => (await client.get(`/v1/ads${query}`).expect(200)).body;

describe('POST /v1/ads', () => {
  it('answers with the ad, which waits for staff', async () => {
    const links = { media_url: 'https://cdn.example/a.png', target_url: 'http://shop.example/?a=1' };
    const ad = await place({ title: 't'.repeat(300), ...links });
    expect(ad).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      title: 't'.repeat(300),
      status: 'pending',
      budget: 25.5,
      spent_budget: 0,
      views_count: 0,
      ...links,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await list(advertiser)).toEqual({ ads: [ad], next_cursor: null });
    const { rows } = await service.database.query(
      `SELECT actor_id, data FROM events.domain_events WHERE type = 'ad.created' AND data ->> 'ad_id' = $1`,
      [ad.id],
    );
    expect(rows).toEqual([{ actor_id: advertiser.id, data: { ad_id: ad.id, budget: 25.5 } }]);
  });

  it.each([0.01, 0.1, 1, 4.35, 1.1, 19.99, 100, 1_000.01, 999_999.99])(
    'keeps a budget of %d exactly',
    async (budget) => {
      expect((await place({ budget })).budget).toBe(budget);
      const { rows } = await service.database.query('SELECT budget FROM listings.ads');
      expect(rows).toEqual([{ budget: budget.toFixed(2).replace('.', '').replace(/^0+/, '') }]);
    },
  );

  it('takes no links, or null', async () => {
    for (const links of [{}, { media_url: null, target_url: null }]) {
      expect(await place(links)).toMatchObject({ media_url: null, target_url: null });
    }
  });

  it('drops what it does not know', async () => {
    const more = { status: 'active', views_count: 7, spent_budget: 3, user_id: other.id };
    expect(await place(more)).toMatchObject({ status: 'pending', views_count: 0, spent_budget: 0 });
    expect((await list(other)).ads).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    ['nothing', { title: undefined, budget: undefined }, ['budget', 'title']],
    ['an empty title', { title: '' }, ['title']],
    ['a blank title', { title: ' \n ' }, ['title']],
    ['a title of 301 characters', { title: 't'.repeat(301) }, ['title']],
    ['a number for the title', { title: 5 }, ['title']],
    ['a budget in text', { budget: '5' }, ['budget']],
    ['null for it', { budget: null }, ['budget']],
    ['none', { budget: 0 }, ['budget']],
    ['a negative one', { budget: -1 }, ['budget']],
    ['less than a hundredth', { budget: 0.009 }, ['budget']],
    ['three decimals', { budget: 1.005 }, ['budget']],
    ['the error of a float', { budget: 0.1 + 0.2 }, ['budget']],
    ['a million', { budget: 1_000_000 }, ['budget']],
    ['a number beyond counting', { budget: 1e300 }, ['budget']],
    ['a script for a link', { target_url: 'javascript:alert(1)' }, ['target_url']],
    ['a link without http', { media_url: 'ftp://x.example/a' }, ['media_url']],
    ['a link of 2,049 characters', { media_url: `http://x.example/${'a'.repeat(2032)}` }, ['media_url']],
  ])('refuses %s', async (_, change, fields) => {
    const { body } = await advertiser.client.post('/v1/ads', { ...AD, ...change }).expect(400);
    expect(body).toEqual({ error: 'Validation error', details: expect.any(Array) });
    expect([...new Set(body.details.map(({ field }: { field: string }) => field))].sort()).toEqual(fields);
    expect((await list(advertiser)).ads).toEqual([]);
  });

  it('takes a key that makes it once', async () => {
    const keyed = advertiser.client.with({ 'idempotency-key': 'ad-1' });
    const { body: first } = await keyed.post('/v1/ads', AD).expect(201);
    expect((await keyed.post('/v1/ads', AD).expect(201)).body).toEqual(first);
    expect((await list(advertiser)).ads).toHaveLength(1);
  });

  it('is for every signed-in user', async () => {
    await service.client().post('/v1/ads', AD).expect(401, { error: 'Not authenticated' });
    await service.client().get('/v1/ads').expect(401, { error: 'Not authenticated' });
  });
});

describe('GET /v1/ads', () => {
  it('shows the own ones alone, page by page, whole also within one millisecond', async () => {
    await service.database.query(
      `INSERT INTO listings.ads (user_id, title, budget, created_at)
       SELECT CASE WHEN n % 6 = 0 THEN $2::uuid ELSE $1::uuid END, n, 100, '2030-01-01' FROM generate_series(1, 72) n`,
      [advertiser.id, other.id],
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(advertiser, `?limit=7${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.ads.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    expect((await list(advertiser)).ads).toHaveLength(20);
    expect((await list(advertiser, '?limit=999')).ads).toHaveLength(50);
    expect((await list(other)).ads).toHaveLength(12);
  });

  it('is in the copy of the own data', async () => {
    const ad = await place();
    const section = service.app.get(ListingsExport, { strict: false });
    const copy = await written(service, section.content(advertiser.id));
    expect(copy.ads).toEqual([ad]);
    expect(await written(service, section.content(other.id))).toEqual({ ads: [], jobs: [] });
  });
});
