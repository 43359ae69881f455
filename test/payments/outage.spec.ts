import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'supertest';
import { type Account, TestService } from '../support/service.js';
import { sessionOf, Shop } from './shop.js';

const UNAVAILABLE = { error: 'Payment processor unavailable' };
/** The sandbox's error message. */
const ITS_WORDS = /our end|declined|api key|too many/i;
const NEVER = 1_000_000;

const paymentsOf = async (service: TestService, { id }: Account): Promise<any[]> =>
  (
    await service.database.query(
      'SELECT status, session_id FROM payments.payments WHERE buyer_id = $1 ORDER BY created_at',
      [id],
    )
  ).rows;

async function expectUnavailable(sent: Test): Promise<void> {
  const { body, text, headers } = await sent.expect(502);
  expect(body).toEqual(UNAVAILABLE);
  expect(text + JSON.stringify(headers)).not.toMatch(ITS_WORDS);
}

describe('while the processor fails', () => {
  let shop: Shop;
  let account: Account;
  let seller: Account;
  let admin: Account;
  beforeAll(async () => {
    shop = await Shop.start({ DATABASE_POOL: '2' });
    [account, seller, admin] = [await shop.account(), await shop.seller(), await shop.service.admin()];
  });
  afterAll(() => shop.stop());
  beforeEach(async () => {
    await shop.service.database.query('DELETE FROM payments.payments WHERE buyer_id = $1 AND status <> $2', [
      account.id,
      'completed',
    ]);
  });
  afterEach(() => shop.processor.outage({ calls: 0 }));

  it.each([500, 503, 429, 402, 401])(
    'with %d: a deposit is 502 and failed, and nothing of its words is told',
    async (status) => {
      await shop.processor.outage({ calls: NEVER, status: status as 500 });
      await expectUnavailable(account.client.post('/v1/wallet/deposit', { amount: 5 }));
      expect(await paymentsOf(shop.service, account)).toEqual([{ status: 'failed', session_id: null }]);
      expect(await shop.balance(account)).toBe(0);
    },
  );

  it('every other way to it is 502 too, and leaves things as they were', async () => {
    const bought = await shop.buy(account, seller);
    await shop.processor.outage({ calls: NEVER, status: 402 });
    await expectUnavailable(shop.checkout(account, seller));
    await expectUnavailable(account.client.post('/v1/business/upgrade', { plan: 'pro' }));
    await expectUnavailable(account.client.post('/v1/processor/connect/onboard'));
    await expectUnavailable(seller.client.post('/v1/processor/connect/onboard'));
    await expectUnavailable(seller.client.post('/v1/processor/connect/dashboard'));
    await expectUnavailable(seller.client.post(`/v1/payments/${bought}/refund`));
    const failed = { status: 'failed', session_id: null };
    expect((await paymentsOf(shop.service, account)).slice(1)).toEqual([failed, failed]);
    expect(await shop.payment(account, bought)).toMatchObject({ status: 'completed' });
  });

  it('one failing attempt is repeated, under the same key, and nobody notices', async () => {
    await shop.processor.outage({ calls: 1, status: 500 });
    const link = await shop.askToDeposit(account, 5);
    const { id, status } = await shop.paymentOf(link);
    const calls = await shop.calls('POST /v1/checkout/sessions', id);
    expect(calls.map((call) => [call.status, call.idempotency_key])).toEqual([
      [500, `checkout:${id}`],
      [200, `checkout:${id}`],
    ]);
    expect(status).toBe('pending');
  });

  it('one answer that is lost leaves one session', async () => {
    await shop.processor.outage({ calls: 1, status: 500, lost: true });
    const link = await shop.askToDeposit(account, 5);
    const { id } = await shop.paymentOf(link);
    const { rows } = await shop.service.database.query(
      `SELECT id FROM sandbox.objects WHERE body->>'object' = 'checkout.session' AND body->>'client_reference_id' = $1`,
      [id],
    );
    expect(rows).toEqual([{ id: sessionOf(link) }]);
  });

  it('money for a session whose creation got no answer finds its payment', async () => {
    await shop.processor.outage({ calls: 100, status: 500, lost: true });
    await expectUnavailable(account.client.post('/v1/wallet/deposit', { amount: 2 }));
    await shop.processor.outage({ calls: 0 });
    const { rows } = await shop.service.database.query(
      `SELECT s.id FROM sandbox.objects s JOIN payments.payments p ON s.body->>'client_reference_id' = p.id::text
       WHERE p.buyer_id = $1 AND p.status = 'failed'`,
      [account.id],
    );
    expect(rows).toHaveLength(1);
    await shop.processor.pay(`${shop.processor.url}/pay/${rows[0].id}`);
    await shop.completed(`${shop.processor.url}/pay/${rows[0].id}`);
    expect(await shop.balance(account)).toBe(2);
  });

  it('with silence: 502 within 15 s, and meanwhile two connections are enough for all others', async () => {
    await shop.deposit(account, 5);
    await shop.deposit(seller, 5);
    const before = await shop.balance(account);
    const [withdrawal, bought] = [await shop.withdraw(seller, 5), await shop.buy(account, seller)];
    await shop.processor.outage({ calls: NEVER, hang_ms: 60_000 });
    const begun = Date.now();
    const waiting = [
      ...Array.from({ length: 5 }, () => account.client.post('/v1/wallet/deposit', { amount: 5 })),
      account.client.with({ 'idempotency-key': 'silence' }).post('/v1/wallet/deposit', { amount: 5 }),
      shop.checkout(account, seller),
      account.client.post('/v1/business/upgrade', { plan: 'pro' }),
      account.client.post('/v1/processor/connect/onboard'),
      seller.client.post('/v1/processor/connect/dashboard'),
      seller.client.post(`/v1/payments/${bought}/refund`),
      admin.client.patch(`/v1/admin/withdrawals/${withdrawal}`, { status: 'completed', payout: 'processor' }),
    ].map((sent) => expectUnavailable(sent).then(() => Date.now() - begun));
    const all = Promise.all(waiting);
    let over = false;
    const end = all.finally(() => (over = true));
    let looked = 0;
    while (!over) {
      expect(await shop.balance(account)).toBe(before);
      looked++;
      await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 250))]);
    }
    const took = await all;
    // If the calls held the connections, each of these requests would wait for one attempt, 4 s of 14.
    expect(looked).toBeGreaterThan(5);
    // The limit over all attempts is 14 s, the silence lasts 60; the rest is for a busy machine.
    expect(Math.max(...took)).toBeLessThan(40_000);
    expect(Math.min(...took)).toBeGreaterThan(3_000);
    const open = await paymentsOf(shop.service, account);
    expect(open.filter(({ status }) => status === 'pending')).toEqual([]);
    expect(open.filter(({ status }) => status === 'failed')).toHaveLength(8);
    expect(await shop.ledgerProblems()).toEqual([]);
  });

  it('the log tells what failed, and no secret of it', () => {
    const log = shop.service.log.join('');
    expect(log).toContain('the processor failed');
    expect(log).not.toContain(shop.service.runtime.processor.secretKey as string);
    expect(log).not.toContain(account.email);
  });
});

describe('a processor that', () => {
  let service: TestService;
  let server: Server;
  let answer: RequestListener;
  let account: Account;
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    service = await TestService.start({ PROCESSOR_API_BASE: `http://127.0.0.1:${port}` });
    account = await service.account();
  });
  afterAll(async () => {
    await service.stop();
    server.closeAllConnections();
    server.close();
  });

  it.each<[string, RequestListener]>([
    ['hangs up', (_, response) => response.socket?.destroy()],
    ['answers a page', (_, response) => response.end('<html>Something is wrong on our end</html>')],
    ['answers an empty object', (_, response) => response.end('{}')],
    ['answers null', (_, response) => response.end('null')],
    ['answers something without an address', (_, response) => response.end('{"id":"cs_1","url":null}')],
    ['answers numbers', (_, response) => response.end('{"id":5,"url":5}')],
    ['redirects', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    [
      'answers a 404 with its words',
      (_, response) => response.writeHead(404).end('{"error":{"message":"declined on our end"}}'),
    ],
  ])('%s is unavailable', async (_, listener) => {
    answer = listener;
    await service.database.query('DELETE FROM payments.payments');
    await service.database.query('DELETE FROM payments.business_accounts');
    await expectUnavailable(account.client.post('/v1/wallet/deposit', { amount: 5 }));
    expect(await paymentsOf(service, account)).toEqual([{ status: 'failed', session_id: null }]);
    await expectUnavailable(account.client.post('/v1/processor/connect/onboard'));
    await expectUnavailable(account.client.post('/v1/business/upgrade', { plan: 'pro' }));
  });
});

describe('in production without a key', () => {
  const NOT_CONFIGURED = { error: 'Payments are not configured' };
  let service: TestService;
  let account: Account;
  let seller: Account;
  beforeAll(async () => {
    service = await TestService.start({ NODE_ENV: 'production' });
    [account, seller] = [await service.account(), await service.account()];
    await service.database.query(
      `INSERT INTO payments.business_accounts
         (user_id, processor_account_id, processor_charges_enabled, processor_onboarding_complete)
       VALUES ($1, 'acct_of_before', true, true)`,
      [seller.id],
    );
  });
  afterAll(() => service.stop());

  const order = () => ({
    seller_id: seller.id,
    amount: 5,
    description: 'A book',
    app_slug: 'products',
    reference_id: '1',
    reference_type: 'order',
    success_url: 'http://shop.example/',
    cancel_url: 'http://shop.example/',
  });

  it.each<[string, () => object | undefined]>([
    ['/v1/wallet/deposit', () => ({ amount: 5 })],
    ['/v1/processor/checkout', order],
    ['/v1/processor/connect/onboard', () => undefined],
    ['/v1/business/upgrade', () => ({ plan: 'pro' })],
    ['/v1/webhook/processor', () => ({ id: 'evt_1', type: 'x', data: { object: {} } })],
  ])('POST %s is 503, and writes nothing', async (path, body) => {
    const { headers } = await account.client.post(path, body()).expect(503, NOT_CONFIGURED);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    for (const table of ['payments', 'customers', 'webhook_events']) {
      const { rows } = await service.database.query(`SELECT count(*)::int AS n FROM payments.${table}`);
      expect(rows).toEqual([{ n: 0 }]);
    }
  });

  it('a dashboard link and a refund are 503', async () => {
    await seller.client.post('/v1/processor/connect/dashboard').expect(503, NOT_CONFIGURED);
    const { rows } = await service.database.query(
      `INSERT INTO payments.payments (kind, status, amount, currency, buyer_id, seller_id, session_id)
       VALUES ('checkout', 'completed', 500, 'usd', $1, $2, 'cs_of_before') RETURNING id`,
      [account.id, seller.id],
    );
    await seller.client.post(`/v1/payments/${rows[0].id}/refund`).expect(503, NOT_CONFIGURED);
    const { body } = await account.client.get(`/v1/payments/${rows[0].id}`).expect(200);
    expect(body.payment.status).toBe('completed');
  });

  it('a webhook with any signature is 503 and not believed', async () => {
    const headers = { 'processor-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
    await service.client(headers).post('/v1/webhook/processor', '{}').expect(503, NOT_CONFIGURED);
  });

  it('what needs no processor works', async () => {
    await account.client.get('/v1/wallet').expect(200, { wallet: { balance: 0 } });
    await account.client.post('/v1/wallet/withdraw', { amount: 1 }).expect(400, { error: 'Insufficient balance' });
    await account.client.get('/v1/business').expect(200);
    await account.client
      .post('/v1/wallet/deposit', { amount: 0 })
      .expect(400, { error: 'Amount must be greater than 0' });
  });
});
