import { atOnce, refusals, tally } from '../account/at-once.js';
import type { Account } from '../support/service.js';
import { sessionOf, Shop } from './shop.js';

let shop: Shop;
/** A user with a balance of 50 that no test spends. */
let rich: Account;
/** A user who never had money. */
let poor: Account;
beforeAll(async () => {
  shop = await Shop.start();
  [rich, poor] = [await shop.account(), await shop.account()];
  await shop.deposit(rich, 50);
});
afterAll(() => shop.stop());

const NOT_POSITIVE = { error: 'Amount must be greater than 0' };
const INSUFFICIENT = { error: 'Insufficient balance' };
const ID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

const transactionsOf = async ({ client }: Account, query = '') =>
  (await client.get(`/v1/wallet/transactions${query}`).expect(200)).body;

describe('GET /v1/wallet', () => {
  it('is a balance of 0 for a user who never had money', async () => {
    const { body, headers } = await poor.client.get('/v1/wallet').expect(200);
    expect(body).toEqual({ wallet: { balance: 0 } });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is a record for a user who had money', async () => {
    const { body } = await rich.client.get('/v1/wallet').expect(200);
    expect(body).toEqual({ wallet: { user_id: rich.id, balance: 50, created_at: TIME, updated_at: TIME } });
  });
});

describe.each(['/v1/wallet/withdraw', '/v1/wallet/deposit'])('an amount at POST %s', (path) => {
  it.each(['0', '-5', '-0', '"5"', '""', 'true', 'false', 'null', '[]', '[5]', '{}'])(
    'is not %s: it must be greater than 0',
    async (amount) => {
      const before = await shop.traces();
      await rich.client.post(path, `{"amount":${amount}}`).expect(400, NOT_POSITIVE);
      expect(await shop.traces()).toEqual(before);
    },
  );

  it.each([undefined, '{}', '{"Amount":5}'])('is not missing, as in %s', (body) =>
    rich.client.post(path, body).expect(400, NOT_POSITIVE),
  );

  it.each(['1e309', '-1e309', 'NaN', 'Infinity', '0.001', '0.009', '1.005', '1e15', '1000000', '1e-7', '5e400'])(
    'is not %s',
    async (amount) => {
      const before = await shop.traces();
      const { status, body } = await rich.client.post(path, `{"amount":${amount}}`);
      expect({ status, error: body.error }).toEqual({ status: 400, error: expect.any(String) });
      expect(await shop.traces()).toEqual(before);
    },
  );

  it.each(['null', '[]', '5', '"amount"', '{"amount":5', ''])('is not in a body that is %j', async (body) => {
    const before = await shop.traces();
    await rich.client.post(path, body).expect(400);
    expect(await shop.traces()).toEqual(before);
  });
});

describe('POST /v1/wallet/deposit', () => {
  it('answers where to pay, and credits when that was paid, not before', async () => {
    const account = await shop.account();
    const { body } = await account.client.post('/v1/wallet/deposit', { amount: 4.35 }).expect(200);
    expect(body).toEqual({ checkout_url: expect.stringContaining(`${shop.processor.url}/`) });
    expect(await shop.balance(account)).toBe(0);
    expect(await transactionsOf(account)).toEqual({ transactions: [], next_cursor: null });
    expect((await shop.paymentOf(body.checkout_url)).status).toBe('pending');
    await shop.processor.pay(body.checkout_url);
    const id = await shop.completed(body.checkout_url);
    expect(await shop.balance(account)).toBe(4.35);
    const [transaction] = (await transactionsOf(account)).transactions;
    expect(transaction).toEqual({
      id: ID,
      user_id: account.id,
      type: 'deposit',
      amount: 4.35,
      status: 'completed',
      created_at: TIME,
    });
    expect(await shop.payment(account, id)).toMatchObject({ kind: 'deposit', amount: 4.35, currency: 'usd' });
  });

  it('three of them over 0.1, 0.2 and 0.7 are exactly 1', async () => {
    const account = await shop.account();
    for (const amount of [0.1, 0.2, 0.7]) await shop.deposit(account, amount);
    const { text } = await account.client.get('/v1/wallet').expect(200);
    expect(JSON.parse(text).wallet.balance).toBe(1);
    expect(text).toMatch(/"balance":1[,}]/);
  });

  it('asks the processor for this amount from this user, once', async () => {
    const link = await shop.askToDeposit(rich, 19.99);
    const { id } = await shop.paymentOf(link);
    const calls = await shop.calls('POST', id);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      path: '/v1/checkout/sessions',
      idempotency_key: `checkout:${id}`,
      body: {
        mode: 'payment',
        client_reference_id: id,
        customer_email: rich.email,
        metadata: { payment_id: id, user_id: rich.id, type: 'wallet_deposit' },
        payment_intent_data: { metadata: { payment_id: id } },
        line_items: [{ quantity: '1', price_data: { currency: 'usd', unit_amount: '1999' } }],
        success_url: `${shop.service.runtime.publicUrl}/return/paid`,
        cancel_url: `${shop.service.runtime.publicUrl}/return/canceled`,
      },
    });
    expect(calls[0]?.body.payment_intent_data).not.toHaveProperty('transfer_data');
  });

  it('leads back to where the caller says', async () => {
    const addresses = {
      success_url: 'https://shop.example/thanks?a=1',
      cancel_url: 'http://localhost:5173/',
    };
    const { body } = await rich.client.post('/v1/wallet/deposit', { amount: 1, ...addresses }).expect(200);
    const [call] = await shop.calls('POST', (await shop.paymentOf(body.checkout_url)).id);
    expect(call?.body).toMatchObject(addresses);
  });

  it.each<[string, unknown]>([
    ['success_url', 'javascript:alert(1)'],
    ['success_url', 'ftp://shop.example/'],
    ['success_url', 'data:text/html,x'],
    ['success_url', '//shop.example/'],
    ['success_url', 'shop.example'],
    ['success_url', ''],
    ['success_url', 5],
    ['success_url', null],
    ['cancel_url', 'javascript:alert(1)'],
    ['cancel_url', 'ftp://shop.example/'],
    ['cancel_url', []],
  ])('does not lead back to a %s of %j', async (field, address) => {
    const before = await shop.traces();
    const { body } = await rich.client.post('/v1/wallet/deposit', { amount: 1, [field]: address }).expect(400);
    expect(body).toEqual({ error: 'Validation error', details: expect.any(Array) });
    expect(new Set(body.details.map((detail: { field: string }) => detail.field))).toEqual(new Set([field]));
    expect(await shop.traces()).toEqual(before);
  });

  it('does not lead back to an address of more than 2,048 characters', () =>
    rich.client
      .post('/v1/wallet/deposit', { amount: 1, success_url: `https://shop.example/${'x'.repeat(2048)}` })
      .expect(400));

  it('that is given up is never credited', async () => {
    const account = await shop.account();
    const link = await shop.askToDeposit(account, 5);
    await shop.processor.decline(link);
    await shop.processor.cancel(link);
    expect(await shop.balance(account)).toBe(0);
    expect((await shop.paymentOf(link)).status).not.toBe('completed');
  });

  it('takes nothing but the amount and the addresses from the body', async () => {
    const more = { user_id: poor.id, currency: 'jpy', status: 'completed', id: poor.id };
    const { body } = await rich.client.post('/v1/wallet/deposit', { amount: 3, ...more }).expect(200);
    expect(await shop.paymentOf(body.checkout_url)).toMatchObject({
      buyer_id: rich.id,
      currency: 'usd',
      status: 'pending',
      amount: '300',
      session_id: sessionOf(body.checkout_url),
    });
  });
});

describe('POST /v1/wallet/withdraw', () => {
  it('makes a pending transaction; the balance stays, and only the rest can be spent', async () => {
    const account = await shop.account();
    await shop.deposit(account, 10);
    const { body } = await account.client.post('/v1/wallet/withdraw', { amount: 7.5 }).expect(201);
    expect(body).toEqual({
      transaction: {
        id: ID,
        user_id: account.id,
        type: 'withdrawal',
        amount: -7.5,
        status: 'pending',
        created_at: TIME,
      },
    });
    expect(await shop.balance(account)).toBe(10);
    await account.client.post('/v1/wallet/withdraw', { amount: 2.51 }).expect(400, INSUFFICIENT);
    await shop.withdraw(account, 2.5);
    await account.client.post('/v1/wallet/withdraw', { amount: 0.01 }).expect(400, INSUFFICIENT);
    expect(await shop.balance(account)).toBe(10);
    const { transactions } = await transactionsOf(account);
    expect(transactions.map(({ amount }: { amount: number }) => amount)).toEqual([-2.5, -7.5, 10]);
    expect(await shop.ledgerProblems()).toEqual([]);
  });

  it('above the balance leaves nothing behind, also of a user without a wallet', async () => {
    const before = await shop.traces();
    await rich.client.post('/v1/wallet/withdraw', { amount: 50.01 }).expect(400, INSUFFICIENT);
    await rich.client.post('/v1/wallet/withdraw', { amount: 999_999.99 }).expect(400, INSUFFICIENT);
    await poor.client.post('/v1/wallet/withdraw', { amount: 0.01 }).expect(400, INSUFFICIENT);
    expect(await shop.traces()).toEqual(before);
    expect((await poor.client.get('/v1/wallet')).body).toEqual({ wallet: { balance: 0 } });
  });

  it('twenty at once over money for five are five', async () => {
    const account = await shop.account();
    await shop.deposit(account, 5.5);
    const answers = await atOnce(20, () => account.client.post('/v1/wallet/withdraw', { amount: 1.1 }));
    expect(tally(answers)).toEqual({ 201: 5, 400: 15 });
    expect(refusals(answers)).toEqual([INSUFFICIENT]);
    expect(await shop.balance(account)).toBe(5.5);
    expect((await transactionsOf(account)).transactions).toHaveLength(6);
    expect(await shop.ledgerProblems()).toEqual([]);
  });
});

describe('GET /v1/wallet/transactions', () => {
  /** A user with 60 deposits, thirty in each of two milliseconds. */
  let busy: Account;
  let ids: string[];
  beforeAll(async () => {
    busy = await shop.account();
    const { rows } = await shop.service.database.query(
      `INSERT INTO payments.wallet_transactions (user_id, type, amount, status, created_at)
       SELECT $1, 'deposit', n, 'completed', '2026-01-01T00:00:00Z'::timestamptz + (n % 2) * interval '1 millisecond'
       FROM generate_series(1, 60) n RETURNING id, created_at`,
      [busy.id],
    );
    const newestFirst = [...rows].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
    ids = newestFirst.map(({ id }) => id);
  });

  const idsOf = (page: { transactions: { id: string }[] }) => page.transactions.map(({ id }) => id);

  it('shows 20 of them, the newest first, and where the next begin', async () => {
    const page = await transactionsOf(busy);
    expect(idsOf(page)).toEqual(ids.slice(0, 20));
    expect(page.next_cursor).toEqual(expect.any(String));
  });

  it.each([1, 7, 20, 30, 50])('pages of %d are whole, within one millisecond too', async (limit) => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await transactionsOf(busy, `?limit=${limit}${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(page));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
  });

  it.each(['51', '60', '1000000', '9'.repeat(30)])('a limit of %s is 50', async (limit) => {
    expect(idsOf(await transactionsOf(busy, `?limit=${limit}`))).toEqual(ids.slice(0, 50));
  });

  it('a cursor that was cut, changed or made up is refused', async () => {
    const { next_cursor } = await transactionsOf(busy);
    const made = Buffer.from('["2026-01-01T00:00:00Z","x"]').toString('base64url');
    const changed = next_cursor.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A'));
    for (const cursor of [next_cursor.slice(0, -2), changed, `${next_cursor}A`, made, 'x', '']) {
      await busy.client.get(`/v1/wallet/transactions?cursor=${cursor}`).expect(400, { error: 'Invalid cursor' });
    }
  });

  it("strangers see nothing, not even under another's cursor", async () => {
    const { next_cursor } = await transactionsOf(busy);
    expect(await transactionsOf(poor)).toEqual({ transactions: [], next_cursor: null });
    const page = await transactionsOf(poor, `?cursor=${next_cursor}`);
    expect(page).toEqual({ transactions: [], next_cursor: null });
  });
});
