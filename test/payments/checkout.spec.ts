import { randomUUID } from 'node:crypto';
import type { Account } from '../support/service.js';
import { APP } from '../support/app-double.js';
import { Shop } from './shop.js';

let shop: Shop;
let buyer: Account;
let seller: Account;
let admin: Account;
beforeAll(async () => {
  shop = await Shop.start();
  [buyer, seller, admin] = [await shop.account(), await shop.seller(), await shop.service.admin()];
});
afterAll(() => shop.stop());

const MISSING = { error: 'Missing required fields' };
const NOT_CONNECTED = { error: 'Seller does not have a connected processor account' };
const ID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

/** Expects a refusal that changes nothing, here and at the processor. */
async function expectRefusal(seller_: { id: string }, more: object, answer?: object): Promise<void> {
  const before = await shop.traces();
  const { body } = await shop.checkout(buyer, seller_, more).expect(400);
  expect(body).toEqual(answer ?? { error: 'Validation error', details: expect.any(Array) });
  expect(await shop.traces()).toEqual(before);
}

async function setFee(percent: number | null): Promise<void> {
  const { body } = await seller.client.get('/v1/business').expect(200);
  await admin.client
    .patch(`/v1/admin/business-accounts/${body.business_account.id}`, { platform_fee_percent: percent })
    .expect(200);
}

/** The only call that the processor received for this purchase. */
async function asked(more: object): Promise<any> {
  const { id } = await shop.paymentOf(await shop.askToBuy(buyer, seller, more));
  const calls = await shop.calls('POST /v1/checkout/sessions', id);
  expect(calls).toHaveLength(1);
  return calls[0]?.body;
}

describe('POST /v1/processor/checkout', () => {
  it('answers where to pay, and writes a pending payment', async () => {
    const { body } = await shop.checkout(buyer, seller, { amount: 4.35 }).expect(200);
    expect(body).toEqual({ checkout_url: expect.stringContaining(`${shop.processor.url}/`) });
    const { id } = await shop.paymentOf(body.checkout_url);
    expect(await shop.payment(buyer, id)).toEqual({
      id: ID,
      kind: 'checkout',
      status: 'pending',
      buyer_id: buyer.id,
      seller_id: seller.id,
      amount: 4.35,
      currency: 'usd',
      fee: 0.44,
      refunded_amount: 0,
      description: 'A book',
      metadata: { app_slug: APP, reference_id: 'order-1', reference_type: 'order' },
      fulfilled: false,
      completed_at: null,
      created_at: TIME,
    });
  });

  it('paid, it is completed and given to the app that it names, once', async () => {
    const id = await shop.buy(buyer, seller, { amount: 12.5, reference_id: 'order-77' });
    expect(await shop.payment(seller, id)).toMatchObject({
      status: 'completed',
      fulfilled: true,
      completed_at: TIME,
    });
    expect(shop.app.sold.filter((payment) => payment.id === id)).toEqual([
      {
        id,
        app_slug: APP,
        reference_id: 'order-77',
        reference_type: 'order',
        buyer_id: buyer.id,
        seller_id: seller.id,
        amount: 1250n,
        refunded_amount: 0n,
        currency: 'usd',
      },
    ]);
    expect(await shop.balance(buyer)).toBe(0);
    expect(await shop.balance(seller)).toBe(0);
  });

  it('asks the processor for this amount, for this seller, with the id of the payment', async () => {
    const link = await shop.askToBuy(buyer, seller, { amount: 33.3 });
    const { id } = await shop.paymentOf(link);
    const { connect } = (await seller.client.get('/v1/processor/connect/status')).body;
    const metadata = {
      payment_id: id,
      user_id: buyer.id,
      type: 'checkout',
      seller_id: seller.id,
      app_slug: APP,
      reference_id: 'order-1',
      reference_type: 'order',
    };
    const calls = await shop.calls('POST /v1/checkout/sessions', id);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.idempotency_key).toBe(`checkout:${id}`);
    expect(calls[0]?.body).toEqual({
      mode: 'payment',
      client_reference_id: id,
      customer_email: buyer.email,
      metadata,
      line_items: [
        {
          quantity: '1',
          price_data: { currency: 'usd', unit_amount: '3330', product_data: { name: 'A book' } },
        },
      ],
      payment_intent_data: {
        metadata,
        application_fee_amount: '333',
        transfer_data: { destination: connect.processor_account_id },
      },
      success_url: 'http://shop.example/thanks',
      cancel_url: 'http://shop.example/basket',
    });
  });

  it.each([
    ['usd', 4.35, '435', 'usd'],
    ['USD', 0.29, '29', 'usd'],
    ['Eur', 1.15, '115', 'eur'],
    ['jpy', 500, '500', 'jpy'],
    ['KWD', 1.23, '1230', 'kwd'],
    [undefined, 999_999.99, '99999999', 'usd'],
    [undefined, 0.5, '50', 'usd'],
  ])('in %s over %d is %s', async (currency, amount, unit_amount, code) => {
    const { line_items } = await asked({ currency, amount });
    expect(line_items[0].price_data).toMatchObject({ currency: code, unit_amount });
  });

  it.each([
    [null, 10, '100'],
    [null, 0.05, '1'],
    [null, 0.04, undefined],
    [2.5, 3.33, '8'],
    [0, 100, undefined],
    [100, 7.77, '777'],
    [33.33, 0.01, undefined],
    [50, 0.01, '1'],
  ])('a fee of %s percent of %d is %s cents', async (percent, amount, fee) => {
    await setFee(percent);
    expect((await asked({ amount })).payment_intent_data.application_fee_amount).toBe(fee);
    await setFee(null);
  });
});

describe('a checkout is refused', () => {
  const FIELDS = [
    'seller_id',
    'amount',
    'description',
    'app_slug',
    'reference_id',
    'reference_type',
    'success_url',
    'cancel_url',
  ];

  it.each(FIELDS)('without %s, or with null or nothing in it', async (field) => {
    for (const nothing of [undefined, null, '']) await expectRefusal(seller, { [field]: nothing }, MISSING);
  });

  it.each(['{}', undefined])('with %s for a body', (body) =>
    buyer.client.post('/v1/processor/checkout', body).expect(400, MISSING),
  );

  it.each(['[]', 'null', '5', '"x"', '{"amount":'])('with %s for a body', (body) =>
    buyer.client.post('/v1/processor/checkout', body).expect(400),
  );

  it.each(FIELDS)('with something else than is meant in %s', async (field) => {
    for (const wrong of [true, {}, [], ['x'], { toString: 'x' }]) {
      await expectRefusal(seller, { [field]: wrong });
    }
    await expectRefusal(seller, { [field]: field === 'amount' ? '5' : 5 });
  });

  it.each([0, -5, 0.001, 1e15, 1.005, 1_000_000, 999_999.991, 1e-9])('over %d', (amount) =>
    expectRefusal(seller, { amount }),
  );

  it.each(['1e309', 'NaN', '-0'])('over %s as it is written', async (amount) => {
    const text = JSON.stringify(shop.order(seller)).replace('"amount":20', `"amount":${amount}`);
    await buyer.client.post('/v1/processor/checkout', text).expect(400);
  });

  it.each([
    ['jpy', 500.5],
    ['JPY', 0.01],
    ['krw', 1.1],
    ['usd', 1.234],
    ['kwd', 1.2345],
  ])('in %s over %d, which has too many decimals', (currency, amount) => expectRefusal(seller, { currency, amount }));

  it.each(['zzz', 'us', 'dollar', '', '$', null, 5, ['usd'], 'us\u0000'])('in %j', async (currency) => {
    const before = await shop.traces();
    await shop.checkout(buyer, seller, { currency }).expect(400);
    expect(await shop.traces()).toEqual(before);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//http://x.example',
    'ftp://shop.example/',
    'data:text/html,x',
    'file:///etc/passwd',
    '//shop.example',
    'shop.example',
    'http://',
    'http://shop.example/a b',
  ])('with %j to come back to', async (address) => {
    await expectRefusal(seller, { success_url: address });
    await expectRefusal(seller, { cancel_url: address });
  });

  it.each(['x', '123', 'me', '00000000-0000-0000-0000-00000000000g', ' '])('of the seller %j', (id) =>
    expectRefusal({ id }, {}),
  );

  it('of oneself, however the id is written', async () => {
    const self = { error: 'Cannot buy from yourself' };
    await expectRefusal(buyer, {}, self);
    await expectRefusal({ id: buyer.id.toUpperCase() }, {}, self);
    await shop.checkout(seller, seller).expect(400, self);
  });

  it('of somebody who is not there, or never wanted to sell', async () => {
    await expectRefusal({ id: randomUUID() }, {}, NOT_CONNECTED);
    await expectRefusal(admin, {}, NOT_CONNECTED);
  });

  it('of a seller who has not finished with the processor', async () => {
    const newcomer = await shop.account();
    const { body } = await newcomer.client.post('/v1/processor/connect/onboard').expect(200);
    await expectRefusal(newcomer, {}, NOT_CONNECTED);
    await shop.processor.onboard(body.onboarding_url, 'submitted');
    await expectRefusal(newcomer, {}, NOT_CONNECTED);
  });

  it('of a seller whose charges the processor has stopped', async () => {
    const other = await shop.seller();
    const { connect } = (await other.client.get('/v1/processor/connect/status')).body;
    const object = { id: connect.processor_account_id, object: 'account', charges_enabled: false };
    const created = Math.floor(Date.now() / 1000) + 60;
    await shop.processor.send({ type: 'account.updated', object, created });
    await expectRefusal(other, {}, NOT_CONNECTED);
  });

  it.each(['banned', 'suspended'] as const)('of a seller who is %s', async (status) => {
    const other = await shop.seller();
    await shop.service.setStatus(other.id, status);
    await expectRefusal(other, {}, NOT_CONNECTED);
  });

  it.each(['no-such-app', 'reminders', 'constructor', '__proto__'])(
    'for %s, of which no app is told when it is paid',
    (app_slug) => expectRefusal(seller, { app_slug }, { error: 'Unknown app' }),
  );

  it.each([
    ['description', 251],
    ['app_slug', 101],
    ['reference_id', 201],
    ['reference_type', 101],
  ])('with a %s of %d characters', (field, length) => expectRefusal(seller, { [field]: 'x'.repeat(length) }));
});
