import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../account/at-once.js';
import { ask } from '../support/ask.js';
import type { Client } from '../support/client.js';
import type { Account } from '../support/service.js';
import { APP } from '../support/app-double.js';
import { Shop } from './shop.js';
import { completed, event, refunded, Webhook } from './webhook.js';

const PATH = '/v1/webhook/payment-succeeded';
const FORBIDDEN = { error: 'Forbidden' };
const NOT_CONFIRMED = { error: 'Payment not confirmed' };

let shop: Shop;
let webhook: Webhook;
let seller: Account;
let buyer: Account;
/** A client with the API key of an account of the role. */
const scripts = new Map<string, Client>();
beforeAll(async () => {
  shop = await Shop.start();
  webhook = new Webhook(shop.service);
  seller = await shop.seller();
  buyer = await shop.account();
  for (const role of ['user', 'admin', 'service_role']) scripts.set(role, await script(role));
});
afterAll(() => shop.stop());

async function script(role: string): Promise<Client> {
  const account = await shop.account();
  const { key } = (await account.client.post('/v1/api-keys', { name: role }).expect(201)).body;
  await shop.service.database.query('UPDATE account.users SET role = $2 WHERE id = $1', [account.id, role]);
  return shop.service.client({ 'x-api-key': key });
}
const as = (role: string) => scripts.get(role) as Client;

/** A completed purchase that no app has received, as when the app was installed later. */
async function unhanded(): Promise<string> {
  const id = await shop.buy(buyer, seller);
  await shop.service.database.query('UPDATE payments.payments SET fulfilled_at = NULL WHERE id = $1', [id]);
  shop.app.sold.length = 0;
  return id;
}
const sold = () => shop.app.sold.map(({ id }) => id);
const pending = async () => shop.paymentOf(await shop.askToBuy(buyer, seller));

describe('POST /v1/webhook/payment-succeeded', () => {
  it.each(['admin', 'service_role'])('by a key of %s hands a confirmed payment to its app', async (role) => {
    const payment_id = await unhanded();
    const { body } = await as(role).post(PATH, { payment_id }).expect(200);
    expect(body).toEqual({ received: true, fulfilled: true });
    expect(shop.app.sold).toEqual([
      {
        id: payment_id,
        app_slug: APP,
        reference_id: 'order-1',
        reference_type: 'order',
        buyer_id: buyer.id,
        seller_id: seller.id,
        amount: 2000n,
        refunded_amount: 0n,
        currency: 'usd',
      },
    ]);
    expect(await shop.payment(buyer, payment_id)).toMatchObject({ status: 'completed', fulfilled: true });
  });

  it('twenty at once and once more hand it over once', async () => {
    const payment_id = await unhanded();
    const answers = await atOnce(20, (n) => as(n % 2 ? 'admin' : 'service_role').post(PATH, { payment_id }));
    expect(tally(answers)).toEqual({ 200: 20 });
    for (const { body } of answers) expect(body).toEqual({ received: true, fulfilled: true });
    await as('admin').post(PATH, { payment_id }).expect(200, { received: true, fulfilled: true });
    expect(sold()).toEqual([payment_id]);
  });

  it('after the webhook has done it does nothing more', async () => {
    const payment_id = await shop.buy(buyer, seller);
    shop.app.sold.length = 0;
    await as('admin').post(PATH, { payment_id }).expect(200, { received: true, fulfilled: true });
    expect(sold()).toEqual([]);
  });

  it('at once with the webhook: it is handed over once', async () => {
    const link = await shop.askToBuy(buyer, seller);
    const { id: payment_id } = await shop.paymentOf(link);
    shop.app.sold.length = 0;
    const paying = shop.processor.pay(link);
    const answers = await atOnce(20, () => as('admin').post(PATH, { payment_id }));
    await paying;
    await shop.completed(link);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(sold()).toEqual([payment_id]);
  });

  it('of an app that nobody has, or a payment of none: not fulfilled', async () => {
    const payment_id = await shop.buyOfFormerApp(buyer, seller);
    const deposit = await shop.deposit(buyer, 5);
    for (const id of [payment_id, deposit])
      await as('admin').post(PATH, { payment_id: id }).expect(200, { received: true, fulfilled: false });
  });

  it('when the app fails: 500, and the next time it works', async () => {
    const payment_id = await unhanded();
    shop.app.fault = new Error('out of books');
    const headers = { ...as('admin').headers, 'content-type': 'application/json' };
    const body = JSON.stringify({ payment_id });
    const failed = await ask(shop.service.url, PATH, { method: 'POST', headers, body });
    expect(failed).toMatchObject({ status: 500, body: { error: 'Internal server error' } });
    shop.app.fault = undefined;
    expect(await shop.payment(buyer, payment_id)).toMatchObject({ fulfilled: false });
    await as('admin').post(PATH, { payment_id }).expect(200, { received: true, fulfilled: true });
    expect(sold()).toEqual([payment_id]);
  });
});

describe('a payment that is not confirmed: 409', () => {
  it('pending', async () => {
    const { id: payment_id } = await pending();
    await as('admin').post(PATH, { payment_id }).expect(409, NOT_CONFIRMED);
  });

  it('failed', async () => {
    const { id: payment_id, session_id } = await pending();
    await webhook.deliver(event('checkout.session.expired', { id: session_id }));
    await as('admin').post(PATH, { payment_id }).expect(409, NOT_CONFIRMED);
  });

  it('refunded', async () => {
    const payment = await pending();
    await webhook.deliver(refunded(payment, 2000));
    await as('admin').post(PATH, { payment_id: payment.id }).expect(409, NOT_CONFIRMED);
    expect(sold()).not.toContain(payment.id);
  });
});

describe('a payment that was fulfilled, and is given back since', () => {
  it('stays fulfilled, and is not fulfilled again', async () => {
    const link = await shop.askToBuy(buyer, seller);
    const payment = await shop.paymentOf(link);
    for (const one of [completed(payment), refunded(payment, 2000)]) await webhook.deliver(one);
    expect(await shop.paymentOf(link)).toMatchObject({ status: 'refunded' });
    const before = sold().length;
    await as('admin').post(PATH, { payment_id: payment.id }).expect(200, { received: true, fulfilled: true });
    expect(sold()).toHaveLength(before);
  });
});

describe('who may', () => {
  const body = () => ({ payment_id: randomUUID() });
  const unauthenticated = { error: 'Not authenticated' };

  it('nobody without a key: 401, with a Bearer too, and whatever the body', async () => {
    const admin = await shop.service.admin();
    const callers = [shop.service.client(), admin.client, shop.service.client({ 'x-api-key': 'cpk_wrong' })];
    for (const caller of callers) {
      await caller.post(PATH, body()).expect(401, unauthenticated);
      await caller.post(PATH, '{').expect(401, unauthenticated);
      await caller.post(PATH).expect(401, unauthenticated);
    }
  });

  it("not with a user's key: 403, and before the body is looked at", async () => {
    await as('user').post(PATH, body()).expect(403, FORBIDDEN);
    for (const bad of [{}, { payment_id: 5 }, '{', '[]', 'x'.repeat(1_200_000)])
      await as('user').post(PATH, bad).expect(403, FORBIDDEN);
    await as('user').post(PATH).expect(403, FORBIDDEN);
  });

  it('not with the key of an admin who is none any more, or is banned', async () => {
    const account = await shop.account();
    const { key } = (await account.client.post('/v1/api-keys', { name: 'x' }).expect(201)).body;
    const caller = shop.service.client({ 'x-api-key': key });
    const set = (column: string, value: string) =>
      shop.service.database.query(`UPDATE account.users SET ${column} = $2 WHERE id = $1`, [account.id, value]);
    await set('role', 'admin');
    await caller.post(PATH, body()).expect(404);
    await set('role', 'user');
    await caller.post(PATH, body()).expect(403, FORBIDDEN);
    await set('role', 'admin');
    await set('user_status', 'banned');
    await caller.post(PATH, body()).expect(401, unauthenticated);
  });

  it.each(['{}', '{"payment_id":null}', '{"payment_id":5}', '{"payment_id":"me"}', '{"payment_id":["x"]}', '[]'])(
    'an admin with the body %s: 400',
    async (bad) => {
      const { body: answer } = await as('admin').post(PATH, bad).expect(400);
      expect(answer).toEqual({ error: 'Validation error', details: expect.any(Array) });
    },
  );

  it('an admin without JSON: 400 or 415', async () => {
    await as('admin').post(PATH, '{').expect(400, { error: 'Invalid JSON' });
    const plain = as('admin').with({ 'content-type': 'text/plain' });
    await plain.post(PATH).send('x').expect(415);
  });

  it('an admin who names no payment of ours: 404', async () => {
    const { body: answer } = await as('admin').post(PATH, body()).expect(404);
    expect(answer).toEqual({ error: 'Payment not found' });
  });
});
