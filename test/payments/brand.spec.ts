import { OpenApiService } from '../../src/platform/http/openapi/openapi.service.js';
import type { Account } from '../support/service.js';
import { sessionOf, Shop } from './shop.js';
import { completed, refunded, Webhook } from './webhook.js';

/** Words that would reveal which processor is used. */
const BRAND = /stripe/i;

let shop: Shop;
let seller: Account;
let buyer: Account;
let admin: Account;
/** All answers: address, headers and body. */
const answers: string[] = [];
beforeAll(async () => {
  shop = await Shop.start();
  seller = await shop.seller();
  buyer = await shop.account();
  admin = await shop.service.admin();
});
afterAll(() => shop.stop());
afterEach(() => answers.splice(0));

async function look(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  answers.push(`${init.method ?? 'GET'} ${url} ${response.status}\n${head}\n\n${await response.text()}`);
  return response.status;
}

function call({ access_token }: Account, method: string, path: string, body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  return look(shop.service.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

function expectNoBrand(least: number): void {
  expect(answers.length).toBeGreaterThanOrEqual(least);
  expect(answers.filter((answer) => BRAND.test(answer))).toEqual([]);
}

const ROUTES: [string, string, object?][] = [
  ['GET', '/v1/wallet'],
  ['GET', '/v1/wallet/transactions'],
  ['POST', '/v1/wallet/withdraw', { amount: 1 }],
  ['POST', '/v1/wallet/deposit', { amount: 1 }],
  ['POST', '/v1/processor/connect/onboard'],
  ['GET', '/v1/processor/connect/status'],
  ['POST', '/v1/processor/connect/dashboard'],
  ['GET', '/v1/business'],
  ['POST', '/v1/business/upgrade', { plan: 'starter' }],
  ['POST', '/v1/business/cancel'],
  ['GET', '/v1/business/dashboard'],
  ['GET', '/v1/payments'],
  ['GET', '/v1/users/me'],
  ['POST', '/v1/webhook/processor', {}],
  ['POST', '/v1/webhook/payment-succeeded', {}],
];

describe('the name of the processor', () => {
  it('is in no answer of payments, to whomever and with whatever', async () => {
    const payment = await shop.buy(buyer, seller);
    await shop.deposit(buyer, 10);
    for (const caller of [buyer, seller, admin, { ...buyer, access_token: 'none' }]) {
      for (const [method, path, body] of ROUTES) {
        await call(caller, method, path, body);
        if (method === 'POST') await call(caller, method, path, { amount: '5', plan: 5, return_url: 'x' });
      }
      await call(caller, 'POST', '/v1/processor/checkout', shop.order(seller));
      await call(caller, 'POST', '/v1/processor/checkout', {});
      await call(caller, 'GET', `/v1/payments/${payment}`);
      await call(caller, 'POST', `/v1/payments/${payment}/refund`);
      await call(caller, 'GET', '/v1/admin/withdrawals');
    }
    expectNoBrand(100);
  });

  it.each([402, 429, 500, 503])('is in no answer while the processor fails with %i', async (status) => {
    await shop.processor.outage({ calls: 1000, status: status as 402 });
    const all = [
      call(buyer, 'POST', '/v1/wallet/deposit', { amount: 1 }),
      call(buyer, 'POST', '/v1/business/upgrade', { plan: 'pro' }),
      call(buyer, 'POST', '/v1/processor/checkout', shop.order(seller)),
      call(seller, 'POST', '/v1/processor/connect/onboard'),
      call(seller, 'POST', '/v1/processor/connect/dashboard'),
    ];
    expect(new Set(await Promise.all(all))).toEqual(new Set([502]));
    await shop.processor.outage({ calls: 0 });
    expectNoBrand(5);
  });

  it('is in nothing that the service says of itself', async () => {
    const { url } = shop.service;
    const paths = ['/v1/openapi.json', '/docs', '/v1/health/ready', '/metrics', '/dev/mailbox.json'];
    for (const path of paths) await look(url + path);
    expectNoBrand(paths.length);
    expect(JSON.stringify(shop.service.app.get(OpenApiService).document())).not.toMatch(BRAND);
  });

  it('is in no mail and in no copy of the own data', async () => {
    await shop.deposit(seller, 3);
    await shop.subscribe(seller, 'starter');
    await call(seller, 'GET', '/v1/users/me/export');
    await shop.service.jobsDone();
    await call(seller, 'GET', '/v1/users/me/export');
    expectNoBrand(2);
    expect(JSON.stringify(await shop.service.mails())).not.toMatch(BRAND);
  });

  it('is in nothing that is kept of it, and in no event of ours', async () => {
    const webhook = new Webhook(shop.service);
    const payment = await shop.paymentOf(await shop.askToDeposit(buyer, 5));
    await webhook.deliver(completed(payment));
    await webhook.deliver(refunded(payment, 500));
    const { rows } = await shop.service.database.query(
      `SELECT p::text FROM payments.payments p UNION ALL SELECT w::text FROM payments.webhook_events w
     UNION ALL SELECT e::text FROM events.domain_events e UNION ALL SELECT s::text FROM payments.subscriptions s`,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(JSON.stringify(rows)).not.toMatch(BRAND);
  });

  it('is on no page of the sandbox and in nothing that it says', async () => {
    const sandbox = shop.service.runtime.sandboxUrl as string;
    const open = await shop.askToDeposit(buyer, 7);
    const paid = await shop.askToDeposit(buyer, 8);
    await shop.processor.pay(paid);
    const { body: onboarding } = await seller.client.post('/v1/processor/connect/onboard').expect(200);
    const { body: dashboard } = await seller.client.post('/v1/processor/connect/dashboard').expect(200);
    const addresses = [open, paid, onboarding.onboarding_url, dashboard.dashboard_url];
    for (const address of addresses) expect(await look(address)).toBe(200);
    for (const path of [
      '/',
      '/sandbox.css',
      '/sandbox.js',
      '/nothing',
      '/pay/nothing',
      `${'/pay/'}${sessionOf(open)}?declined`,
    ])
      await look(sandbox + path);
    for (const path of ['/sandbox/events', '/sandbox/calls', '/sandbox/deliveries', '/sandbox/nothing'])
      await look(sandbox + path);
    const { secretKey } = shop.service.runtime.processor;
    const key = { authorization: `Bearer ${secretKey}` };
    const session = `/v1/checkout/sessions/${sessionOf(paid)}`;
    for (const path of [session, '/v1/checkout/sessions/none', '/v1/nothing']) {
      await look(sandbox + path, { headers: key });
      await look(sandbox + path);
      await look(sandbox + path, { method: 'POST', headers: key, body: 'x=y' });
    }
    expectNoBrand(20);
  });
});
