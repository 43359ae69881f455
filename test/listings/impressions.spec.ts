import { randomUUID } from 'node:crypto';
import { type Account, TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';

let service: TestService;
let advertiser: Account;
beforeAll(async () => {
  service = await TestService.lease();
  advertiser = await service.account();
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('UPDATE listings.settings SET impression_cost = 1'));

async function place(budget: number, status = 'active'): Promise<string> {
  const { body } = await advertiser.client.post('/v1/ads', { title: 'Ad', budget }).expect(201);
  await service.database.query('UPDATE listings.ads SET status = $2 WHERE id = $1', [body.ad.id, status]);
  return body.ad.id;
}
const impress = (id: string) => service.client().post(`/v1/ads/${id}/impression`);
const told = async (id: string) => (await impress(id).expect(200)).body.impression;
const adOf = async (id: string) => {
  const { body } = await advertiser.client.get('/v1/ads?limit=50').expect(200);
  const { views_count, spent_budget, status } = body.ads.find((ad: { id: string }) => ad.id === id);
  return { views_count, spent_budget, status };
};
const pauses = async (id: string) => {
  const { rows } = await service.database.query(
    `SELECT actor_id, data FROM events.domain_events WHERE type LIKE 'ad.%' AND type <> 'ad.created' AND data ->> 'ad_id' = $1`,
    [id],
  );
  return rows;
};

describe('POST /v1/ads/{id}/impression', () => {
  it('counts, spends, and pauses the ad when the budget is spent', async () => {
    const id = await place(0.03);
    expect(await told(id)).toEqual({ ad_id: id, views_count: 1, status: 'active' });
    expect(await adOf(id)).toEqual({ views_count: 1, spent_budget: 0.01, status: 'active' });
    expect(await told(id)).toEqual({ ad_id: id, views_count: 2, status: 'active' });
    expect(await pauses(id)).toEqual([]);
    expect(await told(id)).toEqual({ ad_id: id, views_count: 3, status: 'paused' });
    expect(await told(id)).toEqual({ ad_id: id, views_count: 4, status: 'paused' });
    expect(await adOf(id)).toEqual({ views_count: 4, spent_budget: 0.03, status: 'paused' });
    expect(await pauses(id)).toEqual([{ actor_id: null, data: { ad_id: id, user_id: advertiser.id } }]);
  });

  it.each(['pending', 'rejected', 'paused'])('counts for an ad that is %s, which pays nothing', async (status) => {
    const id = await place(0.01, status);
    expect(await told(id)).toEqual({ ad_id: id, views_count: 1, status });
    expect(await adOf(id)).toEqual({ views_count: 1, spent_budget: 0, status });
    expect(await pauses(id)).toEqual([]);
  });

  it('costs what staff has set, and never more than is left', async () => {
    await service.database.query('UPDATE listings.settings SET impression_cost = 30');
    const id = await place(1);
    for (const spent_budget of [0.3, 0.6, 0.9, 1]) {
      await told(id);
      expect((await adOf(id)).spent_budget).toBe(spent_budget);
    }
    expect((await adOf(id)).status).toBe('paused');
    await service.database.query('UPDATE listings.settings SET impression_cost = 0');
    const free = await place(0.01);
    await told(free);
    expect(await adOf(free)).toEqual({ views_count: 1, spent_budget: 0, status: 'active' });
  });

  it('counts a thousand as a thousand, fifty at once, and pauses once', async () => {
    const id = await place(3);
    const answers = [];
    for (let round = 0; round < 20; round++) answers.push(...(await atOnce(50, () => impress(id))));
    expect(tally(answers)).toEqual({ 200: 1_000 });
    expect(await adOf(id)).toEqual({ views_count: 1_000, spent_budget: 3, status: 'paused' });
    const counts = answers.map(({ body }) => body.impression.views_count).sort((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
    const active = answers.filter(({ body }) => body.impression.status === 'active');
    expect(active).toHaveLength(299);
    expect(await pauses(id)).toHaveLength(1);
  });

  it.each([randomUUID(), 'x', '7', '%27'])('finds no ad %s', async (id) => {
    await impress(id).expect(404, { error: 'Ad not found' });
  });

  it('needs no account, and accepts any caller', async () => {
    const id = await place(1);
    await service.client({ authorization: 'Bearer nonsense' }).post(`/v1/ads/${id}/impression`).expect(200);
    await advertiser.client.post(`/v1/ads/${id}/impression`, { views_count: 1_000 }).expect(200);
    expect((await adOf(id)).views_count).toBe(2);
  });

  it('is not among the calls that are limited', async () => {
    const limited = await TestService.start({ RATE_LIMIT: '5' });
    try {
      const calls = await atOnce(20, () => limited.client().post(`/v1/ads/${randomUUID()}/impression`));
      expect(tally(calls)).toEqual({ 404: 20 });
      expect(tally(await atOnce(20, () => limited.client().get('/v1/ads')))).toEqual({ 401: 5, 429: 15 });
    } finally {
      await limited.stop();
    }
  });
});
