import { periodEnd } from '@community-platform/processor-sandbox';
import { SandboxWorkshop } from '../support/sandbox-client.js';

let shop: SandboxWorkshop;
beforeAll(async () => (shop = await SandboxWorkshop.start()));
afterAll(() => shop.stop());
beforeEach(() => shop.quiet());

async function subscribed(more = {}): Promise<string> {
  const { id } = await shop.subscription(more);
  await shop.client.pay(id);
  await shop.types(3);
  shop.forget();
  return (await shop.sdk.checkout.sessions.retrieve(id)).subscription as string;
}

describe('a subscription', () => {
  it('begins when its session is paid', async () => {
    const session = await shop.subscription({
      customer_email: 'ann@example.com',
      subscription_data: { metadata: { plan: 'gold' } },
    });
    await shop.client.pay(session.id);
    expect(await shop.types(3)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
    ]);
    const paid = await shop.sdk.checkout.sessions.retrieve(session.id);
    expect(paid).toMatchObject({
      mode: 'subscription',
      payment_status: 'paid',
      payment_intent: null,
      customer: expect.stringMatching(/^cus_/),
      customer_details: { email: 'ann@example.com' },
    });
    const subscription = await shop.sdk.subscriptions.retrieve(paid.subscription as string);
    expect(subscription).toMatchObject({
      object: 'subscription',
      status: 'active',
      customer: paid.customer,
      metadata: { plan: 'gold' },
      cancel_at_period_end: false,
    });
    const [item] = subscription.items.data;
    expect(item?.price).toMatchObject({
      unit_amount: 500,
      currency: 'usd',
      recurring: { interval: 'month' },
    });
    const days = ((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / 86_400;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    expect(shop.received[0]?.event.data.object).toEqual(subscription);
  });

  it('keeps the customer that was named', async () => {
    const customer = await shop.sdk.customers.create({ email: 'bob@example.com' });
    const id = await subscribed({ customer: customer.id });
    expect((await shop.sdk.subscriptions.retrieve(id)).customer).toBe(customer.id);
    expect((await shop.sdk.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  });

  it('is set to end with its period, and ends then', async () => {
    const id = await subscribed({ subscription_data: { metadata: { a: '1' } } });
    const { subscriptions } = shop.sdk;
    const after = await subscriptions.update(id, { cancel_at_period_end: true, metadata: { b: '2' } });
    expect(after).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: after.items.data[0]?.current_period_end,
      metadata: { a: '1', b: '2' },
    });
    expect(await shop.types(1)).toEqual(['customer.subscription.updated']);
    expect(shop.received[0]?.event.data.previous_attributes).toMatchObject({ cancel_at_period_end: false });
    expect(shop.received[0]?.event.data.previous_attributes).not.toHaveProperty('status');
    await shop.client.renew(id);
    expect((await shop.types(2)).at(-1)).toBe('customer.subscription.deleted');
    expect((await subscriptions.retrieve(id)).status).toBe('canceled');
  });

  it('is canceled now by the API, once', async () => {
    const id = await subscribed();
    const canceled = await shop.sdk.subscriptions.cancel(id);
    expect(canceled).toMatchObject({ id, status: 'canceled', ended_at: expect.any(Number) });
    expect(await shop.types(1)).toEqual(['customer.subscription.deleted']);
    await expect(shop.sdk.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(shop.client.renew(id)).rejects.toThrow('answered 400');
  });

  it('is renewed, fails to be paid, recovers, and is canceled by the levers', async () => {
    const id = await subscribed();
    const end = async () => (await shop.sdk.subscriptions.retrieve(id)).items.data[0]?.current_period_end ?? 0;
    const before = await end();
    await shop.client.renew(id);
    expect(await end()).toBe(periodEnd(before, 'month'));
    await shop.client.failPayment(id);
    expect((await shop.sdk.subscriptions.retrieve(id)).status).toBe('past_due');
    await shop.client.renew(id);
    expect((await shop.sdk.subscriptions.retrieve(id)).status).toBe('active');
    await shop.client.cancelSubscription(id);
    expect(await shop.types(7)).toEqual([
      'invoice.paid',
      'customer.subscription.updated',
      'invoice.payment_failed',
      'customer.subscription.updated',
      'invoice.paid',
      'customer.subscription.updated',
      'customer.subscription.deleted',
    ]);
  });

  it.each(['succeeded', 'failed'] as const)('paid later is incomplete, until the money %s', async (outcome) => {
    const { id } = await shop.subscription();
    await shop.client.payLater(id);
    const { subscription } = await shop.sdk.checkout.sessions.retrieve(id);
    const status = async () => (await shop.sdk.subscriptions.retrieve(subscription as string)).status;
    expect(await status()).toBe('incomplete');
    await shop.client.settle(id, outcome);
    expect(await status()).toBe(outcome === 'succeeded' ? 'active' : 'incomplete_expired');
    await shop.until(() =>
      shop.received.some(({ event }) => event.type === `checkout.session.async_payment_${outcome}`),
    );
  });

  it('canceled before its money arrived does not begin', async () => {
    const { id } = await shop.subscription();
    await shop.client.payLater(id);
    const { subscription } = await shop.sdk.checkout.sessions.retrieve(id);
    await shop.sdk.subscriptions.cancel(subscription as string);
    await expect(shop.client.settle(id, 'succeeded')).rejects.toThrow('answered 400');
    expect((await shop.sdk.subscriptions.retrieve(subscription as string)).status).toBe('canceled');
  });

  it.each([
    ['day', '2024-02-28T10:00:00Z', '2024-02-29T10:00:00Z'],
    ['week', '2025-12-29T10:00:00Z', '2026-01-05T10:00:00Z'],
    ['month', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['month', '2026-12-15T10:00:00Z', '2027-01-15T10:00:00Z'],
    ['year', '2024-02-29T10:00:00Z', '2025-02-28T10:00:00Z'],
  ] as const)('a %s from %s is until %s', (interval, from, until) => {
    expect(new Date(periodEnd(Date.parse(from) / 1000, interval) * 1000)).toEqual(new Date(until));
  });
});

describe('events', () => {
  it('are read and listed by the SDK', async () => {
    const id = await subscribed();
    await shop.sdk.subscriptions.cancel(id, {}, { idempotencyKey: 'a-delete-has-none' });
    const { data } = await shop.sdk.events.list({ type: 'customer.subscription.deleted', limit: 1 });
    const [event] = data;
    expect(event).toMatchObject({ object: 'event', data: { object: { id, status: 'canceled' } } });
    expect(await shop.sdk.events.retrieve(event?.id as string)).toEqual(event);
    expect(event?.request?.id).toMatch(/^req_/);
  });
});
