import { randomUUID } from 'node:crypto';
import { ReportsService } from '../../src/moderation/reports/reports.service.js';
import { Shop } from '../payments/shop.js';
import type { RealtimeClient } from '../support/realtime-client.js';
import type { Account } from '../support/service.js';
import { all, heard, listen } from './listening.js';

let shop: Shop;
let admin: Account;
let ann: Account;
let bob: Account;
let own: RealtimeClient;
let other: RealtimeClient;
beforeAll(async () => {
  shop = await Shop.start();
  admin = await shop.service.admin();
});
beforeEach(async () => {
  [ann, bob] = [await shop.account(), await shop.account()];
  [own, other] = [await listen(shop.service, ann), await listen(shop.service, bob)];
});
afterEach(async () => {
  await own.close();
  await other.close();
});
afterAll(() => shop.stop());

const transactions = async () =>
  (await ann.client.get('/v1/wallet/transactions?limit=50').expect(200)).body.transactions;
const news = (data: object, actor_id: string | null = null) => ({
  type: 'wallet.transaction',
  stream: `user:${ann.id}`,
  actor_id,
  data,
});
const decide = (id: string, status: string) => admin.client.patch(`/v1/admin/withdrawals/${id}`, { status });

describe('wallet.transaction', () => {
  it('announces a confirmed deposit once', async () => {
    await shop.deposit(ann, 10);
    await own.event('wallet.transaction');
    const [transaction] = await transactions();
    expect(transaction).toMatchObject({ type: 'deposit', amount: 10, status: 'completed' });
    expect(await all(own, 'wallet.transaction')).toEqual([news({ transaction })]);
    expect(await all(other, 'wallet.transaction')).toEqual([]);
  });

  it.each(['completed', 'failed'])('announces a withdrawal when it is requested and when it is %s', async (status) => {
    await shop.deposit(ann, 10);
    const id = await shop.withdraw(ann, 4);
    await ann.client.post('/v1/wallet/withdraw', { amount: 400 }).expect(400);
    const pending = (await transactions())[0];
    await decide(id, status).expect(200);
    await decide(id, status).expect(409);
    const decided = (await transactions())[0];
    expect([pending.status, decided.status]).toEqual(['pending', status]);
    expect((await all(own, 'wallet.transaction')).slice(1)).toEqual([
      news({ transaction: pending }, ann.id),
      news({ transaction: decided }),
    ]);
  });

  it('announces a refund of a deposit', async () => {
    const payment = await shop.deposit(ann, 10);
    await admin.client.post(`/v1/payments/${payment}/refund`).expect(200);
    await own.event('wallet.transaction', ({ data }) => data.transaction.amount === -10);
    await own.event(
      'wallet.transaction',
      ({ data: { transaction } }) => transaction.amount === -10 && transaction.status === 'completed',
    );
    const [transaction] = await transactions();
    expect((await all(own, 'wallet.transaction')).slice(1)).toEqual([
      news({ transaction: { ...transaction, status: 'pending' } }),
      news({ transaction }),
    ]);
  });
});

it('subscription.updated has the same data as the plan in the API', async () => {
  const id = await shop.subscribe(ann, 'starter');
  const planOf = async () => (await ann.client.get('/v1/business').expect(200)).body.subscription;
  const started = await planOf();
  await shop.processor.cancelSubscription(id);
  const ended = await own.event('subscription.updated', ({ data }) => data.subscription.plan === null);
  expect(heard(ended)).toEqual({
    type: 'subscription.updated',
    stream: `user:${ann.id}`,
    actor_id: null,
    data: { subscription: await planOf() },
  });
  const states = own.of('subscription.updated').map(({ data }) => data.subscription);
  expect(states).toContainEqual(started);
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(states.length);
  expect(await all(other, 'subscription.updated')).toEqual([]);
});

it('ad.paused goes to the owner, once', async () => {
  const { body } = await ann.client.post('/v1/ads', { title: 'Ad', budget: 0.02 }).expect(201);
  const { id } = body.ad;
  await shop.service.database.query(`UPDATE listings.ads SET status = 'active' WHERE id = $1`, [id]);
  const before = Date.now();
  for (let n = 0; n < 3; n++) await bob.client.post(`/v1/ads/${id}/impression`).expect(200);
  const updated_at = expect.any(String);
  expect(await all(own, 'ad.paused')).toEqual([
    {
      type: 'ad.paused',
      stream: `user:${ann.id}`,
      actor_id: null,
      data: { ad: { id, title: 'Ad', status: 'paused', updated_at } },
    },
  ]);
  const [{ data }] = own.of('ad.paused') as [any];
  expect(Date.parse(data.ad.updated_at)).toBeGreaterThan(before - 1_000);
  expect(await all(other, 'ad.paused')).toEqual([]);
});

it('report.updated goes to the reporter, and does not name the staff member', async () => {
  const about = { reportable_id: bob.id, reportable_type: 'user', reason: 'spam' };
  const { body } = await ann.client.post('/v1/reports', about).expect(201);
  const reviews = shop.service.app.get(ReportsService);
  const { resolved_at } = await reviews.decide(body.id, 'resolved', admin.id);
  await expect(reviews.decide(randomUUID(), 'resolved', admin.id)).rejects.toThrow();
  expect(await all(own, 'report.updated')).toEqual([
    {
      type: 'report.updated',
      stream: `user:${ann.id}`,
      actor_id: null,
      data: {
        report: { id: body.id, ...about, status: 'resolved', resolved_at: resolved_at?.toISOString() },
      },
    },
  ]);
  expect(await all(other, 'report.updated')).toEqual([]);
});
