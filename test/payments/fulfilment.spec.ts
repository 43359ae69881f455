import { Refusal } from '../../src/platform/http/refusal.js';
import { atOnce, tally } from '../account/at-once.js';
import { type Account, eventually } from '../support/service.js';
import { APP } from '../support/app-double.js';
import { Shop } from './shop.js';
import { charge, completed, event, Webhook } from './webhook.js';

let shop: Shop;
let webhook: Webhook;
let seller: Account;
let buyer: Account;
beforeAll(async () => {
  shop = await Shop.start();
  webhook = new Webhook(shop.service);
  seller = await shop.seller();
  buyer = await shop.account();
});
afterAll(() => shop.stop());
afterEach(() => {
  shop.app.fault = undefined;
});

const waiting = async (more: object = {}) => shop.paymentOf(await shop.askToBuy(buyer, seller, more));
/** A payment whose app existed when the checkout was created and was removed since. */
const orphaned = (slug: string) => shop.withApp(slug, () => waiting({ app_slug: slug }));
const now = async ({ id }: { id: string }) =>
  (await shop.service.database.query('SELECT * FROM payments.payments WHERE id = $1', [id])).rows[0];
const handed = ({ id }: { id: string }) => shop.app.sold.filter((payment) => payment.id === id).length;
const takenBack = ({ id }: { id: string }) => shop.app.takenBack.filter((payment) => payment.id === id).length;
const told = async ({ id }: { id: string }) => {
  const { rows } = await shop.service.database.query(
    `SELECT type FROM events.domain_events WHERE data->>'payment_id' = $1 ORDER BY type`,
    [id],
  );
  return rows.map(({ type }) => type);
};

describe('what was paid', () => {
  it('is handed to its app once, with what it was for', async () => {
    const payment = await waiting({ reference_id: 'contract-7', reference_type: 'contract' });
    const paid = completed(payment);
    expect(tally(await atOnce(20, () => webhook.send(paid)))).toEqual({ 200: 20 });
    await webhook.deliver(completed(payment));
    expect(shop.app.sold.filter(({ id }) => id === payment.id)).toEqual([
      {
        id: payment.id,
        app_slug: APP,
        reference_id: 'contract-7',
        reference_type: 'contract',
        buyer_id: buyer.id,
        seller_id: seller.id,
        amount: 2000n,
        refunded_amount: 0n,
        currency: 'usd',
      },
    ]);
    expect(await now(payment)).toMatchObject({ status: 'completed', fulfilled_at: expect.any(Date) });
  });

  it('is handed over by what we wrote down, and not by what the event says', async () => {
    const payment = await waiting();
    const metadata = { app_slug: 'another', reference_id: 'forged', reference_type: 'forged' };
    await webhook.deliver(completed(payment, { metadata }));
    const sold = shop.app.sold.find(({ id }) => id === payment.id);
    expect(sold).toMatchObject({ app_slug: APP, reference_id: 'order-1' });
  });

  it('is not handed over while it is not paid, differs, or fails', async () => {
    const payment = await waiting();
    await webhook.deliver(completed(payment, { payment_status: 'unpaid' }));
    await webhook.deliver(completed(payment, { amount_total: 1 }));
    await webhook.deliver(event('checkout.session.expired', { id: payment.session_id }));
    expect(handed(payment)).toBe(0);
  });
});

describe('an app that fails', () => {
  it('undoes all of it with a 5xx, and the next delivery completes it', async () => {
    const payment = await waiting();
    const paid = completed(payment);
    const events = await told(payment);
    shop.app.fault = new Error('out of books');
    const { status, body, text } = await webhook.send(paid);
    expect({ status, body }).toEqual({ status: 500, body: { error: 'Internal server error' } });
    expect(text).not.toContain('books');
    expect(await webhook.outcome(paid)).toBe('not there');
    expect(await now(payment)).toEqual(payment);
    expect(await told(payment)).toEqual(events);

    shop.app.fault = undefined;
    expect(await webhook.deliver(paid)).toBe('applied');
    expect(await now(payment)).toMatchObject({ status: 'completed', fulfilled_at: expect.any(Date) });
    expect(handed(payment)).toBe(1);
    expect(await told(payment)).toContain('payment.completed');
  });

  it.each([400, 404, 409, 429])('with a refusal of its own (%i) is answered 5xx too', async (code) => {
    const payment = await waiting();
    const paid = completed(payment);
    shop.app.fault = new Refusal(code, 'The order is closed');
    const { status, text } = await webhook.send(paid);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(text).not.toContain('order');
    expect(await webhook.outcome(paid)).toBe('not there');
    expect(await now(payment)).toEqual(payment);
  });

  it('while the sandbox delivers: it tries again until the app is well', async () => {
    const link = await shop.askToBuy(buyer, seller);
    const payment = await shop.paymentOf(link);
    shop.app.fault = new Error('out of books');
    await shop.processor.pay(link);
    await eventually(async () => {
      const [sent] = await shop.processor.events(payment.session_id);
      expect(sent).toMatchObject({ status: 500, delivered: false });
    });
    shop.app.fault = undefined;
    await shop.completed(link);
    expect(handed(payment)).toBe(1);
  });

  it('when it is given back undoes that too', async () => {
    const payment = await waiting();
    await webhook.deliver(completed(payment));
    const back = event('charge.refunded', charge(payment, 2000));
    shop.app.fault = new Error('already read');
    const { status } = await webhook.send(back);
    expect({ status, outcome: await webhook.outcome(back) }).toEqual({ status: 500, outcome: 'not there' });
    expect(await now(payment)).toMatchObject({ status: 'completed', refunded_amount: '0' });
    shop.app.fault = undefined;
    expect(await webhook.deliver(back)).toBe('applied');
    expect(tally(await atOnce(20, () => webhook.send(back)))).toEqual({ 200: 20 });
    expect(takenBack(payment)).toBe(1);
  });
});

describe('an app that is not there', () => {
  it('leaves the payment completed and flagged; when it has come, payment-succeeded hands it over', async () => {
    const payment = await orphaned('to-come');
    expect(await webhook.deliver(completed(payment))).toBe('applied');
    expect(await now(payment)).toMatchObject({
      status: 'completed',
      flag: 'unknown_app',
      fulfilled_at: null,
    });
    const admin = await shop.service.admin();
    const { key } = (await admin.client.post('/v1/api-keys', { name: 'operator' }).expect(201)).body;
    const operator = shop.service.client({ 'x-api-key': key });
    const again = () => operator.post('/v1/webhook/payment-succeeded', { payment_id: payment.id });
    await again().expect(200, { received: true, fulfilled: false });

    await shop.withApp('to-come', () => again().expect(200, { received: true, fulfilled: true }));
    expect(handed(payment)).toBe(1);
    expect(await now(payment)).toMatchObject({ flag: null, fulfilled_at: expect.any(Date) });
  });

  it('is not asked to take back what was never granted', async () => {
    const payment = await orphaned('no-such-app');
    await webhook.deliver(completed(payment));
    expect(await webhook.deliver(event('charge.refunded', charge(payment, 2000)))).toBe('applied');
    expect(await now(payment)).toMatchObject({ status: 'refunded' });
    expect(takenBack(payment)).toBe(0);
  });

  it.each(['constructor', 'toString', '__proto__'])('is not found by the name %s', async (app_slug) => {
    const payment = await orphaned(app_slug);
    expect(await webhook.deliver(completed(payment))).toBe('applied');
    expect(await now(payment)).toMatchObject({ flag: 'unknown_app' });
  });
});

it('what its app has not asked for stays flagged, for somebody to give it back', async () => {
  shop.app.knows = false;
  try {
    const payment = await waiting();
    expect(await webhook.deliver(completed(payment))).toBe('applied');
    expect(await now(payment)).toMatchObject({
      status: 'completed',
      flag: 'unknown_order',
      fulfilled_at: null,
    });
    expect(await webhook.deliver(event('charge.refunded', charge(payment, 2000)))).toBe('applied');
    expect([await now(payment), takenBack(payment)]).toMatchObject([{ status: 'refunded' }, 0]);
  } finally {
    shop.app.knows = true;
  }
});

it('what was given back before it was paid is neither handed over nor taken back', async () => {
  const payment = await waiting();
  await webhook.deliver(event('charge.refunded', charge(payment, 2000)));
  await webhook.deliver(completed(payment));
  expect(await now(payment)).toMatchObject({ status: 'refunded', fulfilled_at: null });
  expect([handed(payment), takenBack(payment)]).toEqual([0, 0]);
});

it('every part that is given back is told to its app, with all that was given back so far', async () => {
  const payment = await waiting();
  await webhook.deliver(completed(payment));
  await webhook.deliver(event('charge.refunded', charge(payment, 500)));
  await webhook.deliver(event('charge.refunded', charge(payment, 500)));
  await webhook.deliver(event('charge.refunded', charge(payment, 2000)));
  const parts = shop.app.takenBack.filter(({ id }) => id === payment.id);
  expect(parts.map(({ refunded_amount }) => refunded_amount)).toEqual([500n, 2000n]);
});
