import { randomUUID } from 'node:crypto';
import type { Account } from '../support/service.js';
import { APP } from '../support/app-double.js';
import { Shop } from './shop.js';

type Method = 'get' | 'post' | 'patch';

let shop: Shop;
let buyer: Account;
let seller: Account;
/** A user without payments. */
let stranger: Account;
let admin: Account;
beforeAll(async () => {
  shop = await Shop.start();
  ({ buyer, seller, stranger, admin } = await shop.people());
});
afterAll(() => shop.stop());

const NOT_AUTHENTICATED = { error: 'Not authenticated' };
const NOT_FOUND = { error: 'Payment not found' };
const NOBODY = '00000000-0000-7000-8000-000000000000';
const ID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

/** The endpoints, with the status of a user's empty request. */
const OF_USERS: [Method, string, number][] = [
  ['get', '/v1/wallet', 200],
  ['get', '/v1/wallet/transactions', 200],
  ['post', '/v1/wallet/withdraw', 400],
  ['post', '/v1/wallet/deposit', 400],
  ['post', '/v1/processor/checkout', 400],
  ['post', '/v1/processor/connect/dashboard', 400],
  ['post', '/v1/processor/connect/onboard', 200],
  ['get', '/v1/processor/connect/status', 200],
  ['get', '/v1/business', 200],
  ['post', '/v1/business/upgrade', 400],
  ['get', '/v1/business/dashboard', 200],
  ['post', '/v1/business/cancel', 404],
  ['get', '/v1/payments', 200],
  ['get', `/v1/payments/${NOBODY}`, 404],
  ['post', `/v1/payments/${NOBODY}/refund`, 404],
];
const OF_ADMINS: [Method, string, number][] = [
  ['get', '/v1/admin/withdrawals', 200],
  ['patch', `/v1/admin/withdrawals/${NOBODY}`, 400],
  ['patch', `/v1/admin/business-accounts/${NOBODY}`, 400],
];
const GARBAGE = ['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic eDp5', 'Bearer null', 'bearer  '];

async function keyOf({ client }: Account) {
  const { body } = await client.post('/v1/api-keys', { name: 'script' }).expect(201);
  return shop.service.client({ 'x-api-key': body.key });
}

describe.each([...OF_USERS, ...OF_ADMINS])('%s %s', (method, path, status) => {
  const isOfAdmins = path.startsWith('/v1/admin');
  // The check comes before the body is read and before everything else.
  const send = (account: Pick<Account, 'client'>) =>
    method === 'get' ? account.client.get(path) : account.client[method](path, '{"amount":');

  it('is 401 for a stranger, and for one with garbage', async () => {
    await send({ client: shop.service.client() }).expect(401, NOT_AUTHENTICATED);
    for (const authorization of GARBAGE) {
      await send({ client: shop.service.client({ authorization }) }).expect(401, NOT_AUTHENTICATED);
    }
    await send({ client: shop.service.client({ 'x-api-key': 'garbage' }) }).expect(401, NOT_AUTHENTICATED);
  });

  it('is there for those it is for, and for no others', async () => {
    const client = isOfAdmins ? admin.client : stranger.client;
    await (method === 'get' ? client.get(path) : client[method](path)).expect(status);
    if (isOfAdmins) await send(stranger).expect(403, { error: 'Forbidden' });
  });
});

describe('an API key', () => {
  it('does what its user may', async () => {
    const newcomer = await shop.account();
    const key = await keyOf(newcomer);
    for (const [method, path, status] of OF_USERS) await key[method](path).expect(status);
    const { body } = await key.post('/v1/wallet/deposit', { amount: 3 }).expect(200);
    expect((await shop.paymentOf(body.checkout_url)).buyer_id).toBe(newcomer.id);
  });

  it('is nothing in the admin area, not even of an admin', async () => {
    const key = await keyOf(admin);
    for (const [method, path] of OF_ADMINS) await key[method](path).expect(401, NOT_AUTHENTICATED);
  });
});

describe('GET /v1/payments/{id}', () => {
  let id: string;
  beforeAll(async () => {
    id = await shop.buy(buyer, seller, { amount: 7.5 });
  });

  it('is shown to its buyer, its seller and an admin', async () => {
    const payment = {
      id,
      kind: 'checkout',
      status: 'completed',
      buyer_id: buyer.id,
      seller_id: seller.id,
      amount: 7.5,
      currency: 'usd',
      fee: 0.75,
      refunded_amount: 0,
      description: 'A book',
      metadata: { app_slug: APP, reference_id: 'order-1', reference_type: 'order' },
      fulfilled: true,
      completed_at: TIME,
      created_at: TIME,
    };
    for (const { client } of [buyer, seller, admin]) {
      const { body } = await client.get(`/v1/payments/${id}`).expect(200);
      expect(body).toEqual({ payment });
    }
  });

  it('is not there for anybody else', () => stranger.client.get(`/v1/payments/${id}`).expect(404, NOT_FOUND));

  it.each([randomUUID(), 'x', '123', "1'--", '%F0%9F%92%A9', `${NOBODY}0`])('%s is none', async (other) => {
    await buyer.client.get(`/v1/payments/${other}`).expect(404, NOT_FOUND);
    await admin.client.get(`/v1/payments/${other}`).expect(404, NOT_FOUND);
  });

  it('a deposit is its own user’s alone', async () => {
    const deposit = await shop.deposit(buyer, 1.25);
    expect(await shop.payment(buyer, deposit)).toEqual({
      id: ID,
      kind: 'deposit',
      status: 'completed',
      buyer_id: buyer.id,
      seller_id: null,
      amount: 1.25,
      currency: 'usd',
      fee: 0,
      refunded_amount: 0,
      description: null,
      metadata: {},
      fulfilled: false,
      completed_at: TIME,
      created_at: TIME,
    });
    await seller.client.get(`/v1/payments/${deposit}`).expect(404, NOT_FOUND);
  });

  it('of an app that is not there is completed, and waits for it', async () => {
    const other = await shop.buyOfFormerApp(buyer, seller);
    expect(await shop.payment(buyer, other)).toMatchObject({ status: 'completed', fulfilled: false });
  });

  it('stays with the seller when the buyer’s account is gone', async () => {
    const leaver = await shop.account();
    const sold = await shop.buy(leaver, seller);
    await leaver.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    expect(await shop.payment(seller, sold)).toMatchObject({ buyer_id: null, status: 'completed' });
  });
});

describe('GET /v1/payments', () => {
  /** Alternately bought and sold, several in each millisecond. */
  let dealer: Account;
  let ids: string[];
  beforeAll(async () => {
    dealer = await shop.account();
    const { rows } = await shop.service.database.query(
      `INSERT INTO payments.payments (kind, amount, currency, buyer_id, seller_id, created_at)
       SELECT CASE WHEN n % 5 = 0 THEN 'deposit' ELSE 'checkout' END, n, 'usd',
         CASE WHEN n % 2 = 0 OR n % 5 = 0 THEN $1::uuid ELSE $2::uuid END,
         CASE WHEN n % 5 = 0 THEN NULL WHEN n % 2 = 0 THEN $2::uuid ELSE $1::uuid END,
         '2026-01-01T00:00:00Z'::timestamptz + (n % 3) * interval '1 millisecond'
       FROM generate_series(1, 61) n RETURNING id, created_at`,
      [dealer.id, stranger.id],
    );
    const newestFirst = [...rows].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
    ids = newestFirst.map(({ id }) => id);
  });

  const page = async ({ client }: Account, query = '') => (await client.get(`/v1/payments${query}`).expect(200)).body;
  const idsOf = ({ payments }: { payments: { id: string }[] }) => payments.map(({ id }) => id);

  it('is empty for who has none', async () => {
    const nobody = await shop.account();
    expect(await page(nobody)).toEqual({ payments: [], next_cursor: null });
  });

  it('shows both what was bought and what was sold, the newest first', async () => {
    const first = await page(dealer);
    expect(idsOf(first)).toEqual(ids.slice(0, 20));
    const roles = first.payments.map((payment: any) => payment.buyer_id === dealer.id);
    expect(new Set(roles).size).toBe(2);
  });

  it.each([1, 6, 20, 50])('pages of %d are whole', async (limit) => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next = await page(dealer, `?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(next));
      cursor = next.next_cursor;
    }
    expect(seen).toEqual(ids);
  });

  it('gives at most 50', async () => {
    expect(idsOf(await page(dealer, '?limit=51'))).toEqual(ids.slice(0, 50));
  });

  it('a cursor that was changed, or is of another list, is refused', async () => {
    const { next_cursor } = await page(dealer, '?limit=1');
    await shop.deposit(dealer, 1);
    await shop.deposit(dealer, 1);
    const other = (await dealer.client.get('/v1/wallet/transactions?limit=1').expect(200)).body.next_cursor;
    for (const cursor of [next_cursor.slice(1), `${next_cursor}A`, other, 'x', '']) {
      await dealer.client.get(`/v1/payments?cursor=${cursor}`).expect(400, { error: 'Invalid cursor' });
    }
  });

  it('never names the processor', async () => {
    const { text, headers } = await buyer.client.get('/v1/payments').expect(200);
    expect(text + JSON.stringify(headers)).not.toMatch(/\b(cs|pi|acct|cus|evt)_/);
    expect(headers['cache-control']).toBe('no-store');
  });
});
