import type { Stripe } from 'stripe';
import { SandboxWorkshop } from '../support/sandbox-client.js';

let shop: SandboxWorkshop;
beforeAll(async () => (shop = await SandboxWorkshop.start()));
afterAll(() => shop.stop());
beforeEach(() => shop.quiet());

const read = (id: string) => shop.sdk.checkout.sessions.retrieve(id);
const about = (id: string) => (event: any) => event.data.object.id === id;

describe('a payment', () => {
  it('is begun by the SDK, paid on the page, and told by signed events', async () => {
    const session = await shop.session({ metadata: { order: '7' }, client_reference_id: 'ann' });
    expect(session).toMatchObject({
      id: expect.stringMatching(/^cs_test_/),
      object: 'checkout.session',
      url: `${shop.sandbox.url}/pay/${session.id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 2000,
      currency: 'eur',
      payment_intent: null,
      metadata: { order: '7' },
      client_reference_id: 'ann',
    });
    expect(session).not.toHaveProperty('sandbox');
    expect(session.expires_at - session.created).toBe(86_400);
    expect(await shop.client.pay(session.url as string)).toBe(`${session.url}?received`);
    expect(await shop.types(2)).toEqual(['payment_intent.succeeded', 'checkout.session.completed']);

    const paid = await read(session.id);
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    const { headers, body } = shop.received[1] as (typeof shop.received)[0];
    const signature = headers['processor-signature'] as string;
    const { webhookSecret } = shop.secrets;
    const event = shop.sdk.webhooks.constructEvent(body, signature, webhookSecret);
    expect(event).toMatchObject({ object: 'event', livemode: false, type: 'checkout.session.completed' });
    expect(event.data.object).toEqual(paid);
    expect(Math.abs(event.created - Date.now() / 1000)).toBeLessThan(10);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(() => shop.sdk.webhooks.constructEvent(`${body} `, signature, webhookSecret)).toThrow();
    expect(() => shop.sdk.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow();
  });

  it('to a seller leaves a charge, a transfer and a fee', async () => {
    const seller = await shop.account();
    const session = await shop.session({
      payment_intent_data: {
        application_fee_amount: 250,
        transfer_data: { destination: seller },
        metadata: { post: '9' },
      },
    });
    await shop.client.pay(session.id);
    const { payment_intent } = await shop.sdk.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    });
    const intent = payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({
      status: 'succeeded',
      application_fee_amount: 250,
      transfer_data: { destination: seller },
      metadata: { post: '9' },
      latest_charge: { amount: 2000, metadata: { post: '9' }, amount_refunded: 0 },
    });
    const { transfer } = intent.latest_charge as Stripe.Charge;
    expect(await shop.sdk.transfers.retrieve(transfer as string)).toMatchObject({
      amount: 2000,
      destination: seller,
    });
  });

  it('happens once, however many click at once', async () => {
    const session = await shop.session();
    const clicks = Array.from({ length: 20 }, () => shop.client.pay(session.id));
    expect(new Set(await Promise.all(clicks))).toEqual(new Set([`${session.url}?received`]));
    await shop.client.pay(session.id);
    await shop.types(1, about(session.id));
    expect(await shop.client.events(session.id)).toHaveLength(1);
    const { rows } = await shop.database.query(
      `SELECT count(*)::int FROM sandbox.objects WHERE type = 'payment_intent' AND body->>'created' >= $1`,
      [String(session.created)],
    );
    const { payment_intent } = await read(session.id);
    expect(await shop.client.events(payment_intent as string)).toHaveLength(1);
    expect(rows[0].count).toBeGreaterThan(0);
  });

  it('that was declined can be tried again; canceled, the session stays open', async () => {
    const session = await shop.session();
    expect(await shop.client.decline(session.id)).toBe(`${session.url}?declined`);
    expect(await shop.client.cancel(session.id)).toBe('http://shop.example/basket');
    expect(await read(session.id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect(await shop.client.events(session.id)).toEqual([]);
    await shop.client.pay(session.id);
    expect(await read(session.id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
  });

  it('later completes the session unpaid, until the money arrives', async () => {
    const session = await shop.session();
    await shop.client.payLater(session.id);
    expect(await shop.types(1)).toEqual(['checkout.session.completed']);
    expect(shop.received[0]?.event.data.object).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    });
    await shop.client.settle(session.id, 'succeeded');
    expect((await shop.types(3)).slice(1)).toEqual([
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ]);
    expect(shop.received[2]?.event.data.object).toMatchObject({ id: session.id, payment_status: 'paid' });
    await expect(shop.client.settle(session.id, 'failed')).rejects.toThrow('answered 400');
  });

  it('later may fail', async () => {
    const session = await shop.session();
    await expect(shop.client.settle(session.id, 'failed')).rejects.toThrow('answered 400');
    await shop.client.payLater(session.id);
    await shop.client.settle(session.id, 'failed');
    const types = await shop.types(3);
    expect(types.at(-1)).toBe('checkout.session.async_payment_failed');
    expect(await read(session.id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    await expect(shop.client.settle(session.id, 'succeeded')).rejects.toThrow('answered 400');
  });
});

describe('a session', () => {
  it('is expired by the API, once, and cannot be paid any more', async () => {
    const session = await shop.session();
    const expired = await shop.sdk.checkout.sessions.expire(session.id);
    expect(expired).toMatchObject({ status: 'expired', url: null });
    expect(await shop.types(1)).toEqual(['checkout.session.expired']);
    await shop.client.pay(session.id);
    await shop.client.payLater(session.id);
    expect(await read(session.id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
    await expect(shop.sdk.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  const passBy = (id: string) =>
    shop.database.query(`UPDATE sandbox.objects SET body = jsonb_set(body, '{expires_at}', '1000') WHERE id = $1`, [
      id,
    ]);

  it('expires by itself when its time has come', async () => {
    const session = await shop.session();
    await passBy(session.id);
    expect(await shop.types(1, about(session.id))).toEqual(['checkout.session.expired']);
    expect(await read(session.id)).toMatchObject({ status: 'expired' });
  });

  it('shows its items when asked to, and is found in a list', async () => {
    const session = await shop.session();
    const whole = await shop.sdk.checkout.sessions.retrieve(session.id, { expand: ['line_items'] });
    expect(whole.line_items?.data).toEqual([
      expect.objectContaining({ description: 'A book', amount_total: 2000, quantity: 1 }),
    ]);
    const { data, has_more } = await shop.sdk.checkout.sessions.list({ limit: 1 });
    expect(data.map(({ id }) => id)).toEqual([session.id]);
    expect(has_more).toBe(true);
    const next = await shop.sdk.checkout.sessions.list({ limit: 1, starting_after: session.id });
    expect(next.data[0]?.id).not.toBe(session.id);
    expect(data[0]?.url).toBe(session.url);
  });
});

describe('a session is refused with the parameter that is wrong', () => {
  const price = { currency: 'eur', unit_amount: 100, product_data: { name: 'A book' } };
  const line = (more: object) => ({ line_items: [{ quantity: 1, price_data: { ...price, ...more } }] });
  const ITEM = 'line_items[0][price_data]';
  it.each<[string, object, string]>([
    ['no mode', { mode: undefined }, 'mode'],
    ['a mode it has not', { mode: 'gift' }, 'mode'],
    ['no items', { line_items: undefined }, 'line_items'],
    ['an unknown currency', line({ currency: 'xyzzy' }), `${ITEM}[currency]`],
    ['nothing', line({ unit_amount: 0 }), `${ITEM}[unit_amount]`],
    ['less than nothing', line({ unit_amount: -5 }), `${ITEM}[unit_amount]`],
    ['a part of a cent', line({ unit_amount: 10.5 }), `${ITEM}[unit_amount]`],
    ['a hundred million cents', line({ unit_amount: 100_000_000 }), `${ITEM}[unit_amount]`],
    ['no name', line({ product_data: { description: 'x' } }), `${ITEM}[product_data][name]`],
    ['a period outside of a subscription', line({ recurring: { interval: 'month' } }), `${ITEM}[recurring][interval]`],
    ['no period in a subscription', { mode: 'subscription' }, `${ITEM}[recurring][interval]`],
    ['no success_url', { success_url: undefined }, 'success_url'],
    ['a success_url that runs', { success_url: 'javascript:alert(1)' }, 'success_url'],
    ['a cancel_url that is none', { cancel_url: '/basket' }, 'cancel_url'],
    ['a customer and an address', { customer: 'cus_none', customer_email: 'a@b.c' }, 'customer'],
    ['an unknown customer', { customer: 'cus_none' }, 'customer'],
    ['an address that is none', { customer_email: 'nobody' }, 'customer_email'],
    ['an end at once', { expires_at: 1000 }, 'expires_at'],
    [
      'an unknown seller',
      { payment_intent_data: { transfer_data: { destination: 'acct_none' } } },
      'payment_intent_data[transfer_data][destination]',
    ],
    [
      'a fee without a seller',
      { payment_intent_data: { application_fee_amount: 5 } },
      'payment_intent_data[application_fee_amount]',
    ],
  ])('%s', async (_what, more, param) => {
    const asked = shop.session({ ...line({}), ...more });
    await expect(asked).rejects.toMatchObject({ statusCode: 400, rawType: 'invalid_request_error', param });
  });

  it('a fee above the amount, a seller who may not take payments', async () => {
    const to = (destination: string, fee: number) =>
      shop.session({
        payment_intent_data: { application_fee_amount: fee, transfer_data: { destination } },
      });
    const seller = await shop.account();
    await expect(to(seller, 2001)).rejects.toMatchObject({
      param: 'payment_intent_data[application_fee_amount]',
    });
    expect(await to(seller, 2000)).toMatchObject({ status: 'open' });
    await expect(to(await shop.account(false), 0)).rejects.toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    });
  });
});
