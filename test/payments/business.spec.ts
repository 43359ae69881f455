import { atOnce, tally } from '../account/at-once.js';
import { type Account, eventually, PASSWORD } from '../support/service.js';
import { Shop } from './shop.js';

let shop: Shop;
/** A user without a plan and without sales. */
let plain: Account;
beforeAll(async () => {
  shop = await Shop.start();
  plain = await shop.account();
});
afterAll(() => shop.stop());

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const UPGRADE = '/v1/business/upgrade';
const DAY = 86_400_000;

const businessOf = async ({ client }: Account) => (await client.get('/v1/business').expect(200)).body;
const planOf = async (account: Account) => (await businessOf(account)).subscription;
const profileOf = async ({ client }: Account) => (await client.get('/v1/users/me').expect(200)).body.user;
const statsOf = async ({ client }: Account) => (await client.get('/v1/business/dashboard').expect(200)).body.stats;

/** The state at the processor. */
async function atProcessor(subscription: string): Promise<any> {
  const { rows } = await shop.service.database.query('SELECT body FROM sandbox.objects WHERE id = $1', [subscription]);
  return rows[0]?.body;
}

async function eventuallyPlan(account: Account, expected: object): Promise<void> {
  await eventually(async () => expect(await planOf(account)).toMatchObject(expected));
}

describe('GET /v1/business', () => {
  it('is nothing for who neither sells nor has a plan', async () => {
    expect(await businessOf(plain)).toEqual({ business_account: null, subscription: null });
    expect(await profileOf(plain)).toMatchObject({
      subscription_plan: null,
      subscription_status: null,
      subscription_expires_at: null,
    });
  });
});

describe('POST /v1/business/upgrade', () => {
  it.each(['{}', '{"plan":null}', '{"plan":5}', '{"plan":"gold"}', '{"plan":""}', '{"plan":["pro"]}', undefined])(
    'knows no plan in %s',
    async (body) => {
      const before = await shop.traces();
      await plain.client.post(UPGRADE, body).expect(400, { error: 'Invalid plan' });
      expect(await shop.traces()).toEqual(before);
    },
  );

  it.each(['"Pro"', '"pro "', '"constructor"', '"__proto__"', 'true', '{"plan":"pro"}', '"toString"'])(
    'knows no plan %s',
    (plan) => plain.client.post(UPGRADE, `{"plan":${plan}}`).expect(400, { error: 'Invalid plan' }),
  );

  it.each(['[]', 'null', '5', '{"plan":'])('reads no body that is %s', (body) =>
    plain.client.post(UPGRADE, body).expect(400),
  );

  it.each<[string, unknown]>([
    ['success_url', 'javascript:alert(1)'],
    ['cancel_url', 'ftp://shop.example/'],
    ['success_url', null],
    ['cancel_url', 5],
  ])('does not lead back to a %s of %j', async (field, address) => {
    const before = await shop.traces();
    await plain.client.post(UPGRADE, { plan: 'pro', [field]: address }).expect(400);
    expect(await shop.traces()).toEqual(before);
  });

  it.each([
    ['starter', '900', 9],
    ['pro', '2900', 29],
  ])('%s is a subscription of %s cents a month', async (plan, cents, amount) => {
    const account = await shop.account();
    const { body } = await account.client.post(UPGRADE, { plan }).expect(200);
    expect(body).toEqual({ checkout_url: expect.stringContaining(`${shop.processor.url}/`) });
    const { id } = await shop.paymentOf(body.checkout_url);
    const calls = await shop.calls('POST /v1/checkout/sessions', id);
    const metadata = { payment_id: id, user_id: account.id, type: 'plan', plan };
    expect(calls).toHaveLength(1);
    expect(calls[0]?.idempotency_key).toBe(`checkout:${id}`);
    expect(calls[0]?.body).toMatchObject({
      mode: 'subscription',
      client_reference_id: id,
      customer: expect.stringMatching(/^cus_/),
      metadata,
      subscription_data: { metadata },
      line_items: [
        {
          quantity: '1',
          price_data: { currency: 'usd', unit_amount: cents, recurring: { interval: 'month' } },
        },
      ],
      success_url: `${shop.service.runtime.publicUrl}/return/paid`,
      cancel_url: `${shop.service.runtime.publicUrl}/return/canceled`,
    });
    expect(await shop.payment(account, id)).toMatchObject({ kind: 'plan', status: 'pending', amount });
    expect(await planOf(account)).toBeNull();
    const addresses = { success_url: 'https://shop.example/yes', cancel_url: 'https://shop.example/no' };
    const { body: again } = await account.client.post(UPGRADE, { plan, ...addresses }).expect(200);
    const { id: second } = await shop.paymentOf(again.checkout_url);
    expect((await shop.calls('POST /v1/checkout/sessions', second))[0]?.body).toMatchObject(addresses);
    // Repeated purchases use the same customer.
    expect(await shop.calls('POST /v1/customers', account.id)).toHaveLength(1);
  });

  it('asked for twenty times at once has one customer at the processor', async () => {
    const account = await shop.account();
    const answers = await atOnce(20, () => account.client.post(UPGRADE, { plan: 'pro' }));
    expect(tally(answers)).toEqual({ 200: 20 });
    const { rows } = await shop.service.database.query(
      `SELECT id FROM sandbox.objects WHERE body->>'object' = 'customer' AND body->>'email' = $1`,
      [account.email],
    );
    expect(rows).toHaveLength(1);
  });

  it('paid, the plan is active here and on the profile; the same again is refused', async () => {
    const account = await shop.account();
    await shop.subscribe(account, 'starter');
    expect(await planOf(account)).toEqual({ plan: 'starter', status: 'active', expires_at: TIME });
    const { expires_at } = await planOf(account);
    expect(new Date(expires_at).getTime() - Date.now()).toBeGreaterThan(27 * DAY);
    expect(new Date(expires_at).getTime() - Date.now()).toBeLessThan(32 * DAY);
    expect(await profileOf(account)).toMatchObject({
      subscription_plan: 'starter',
      subscription_status: 'active',
      subscription_expires_at: expires_at,
    });
    const before = await shop.traces();
    await account.client
      .post(UPGRADE, { plan: 'starter' })
      .expect(409, { error: 'The starter plan is active already' });
    expect(await shop.traces()).toEqual(before);
    expect(await planOf(plain)).toBeNull();
  });

  it('another plan takes the place of the present one, also in the same second: nobody pays for two', async () => {
    const account = await shop.account();
    const bought: string[] = [];
    for (const plan of ['starter', 'pro', 'starter', 'pro', 'starter', 'pro'] as const) {
      bought.push(await shop.subscribe(account, plan));
      await eventually(async () => {
        const statuses = await Promise.all(bought.map(async (id) => (await atProcessor(id)).status));
        expect(statuses).toEqual([...Array(bought.length - 1).fill('canceled'), 'active']);
        const { rows } = await shop.service.database.query(
          `SELECT plan FROM payments.subscriptions WHERE user_id = $1 AND status = 'active'`,
          [account.id],
        );
        expect(rows).toEqual([{ plan }]);
      });
      expect(await planOf(account)).toMatchObject({ plan, status: 'active' });
      expect(await profileOf(account)).toMatchObject({
        subscription_plan: plan,
        subscription_status: 'active',
      });
    }
  });
});

describe('a plan that goes on', () => {
  it('is longer with each renewal', async () => {
    const account = await shop.account();
    const subscription = await shop.subscribe(account, 'pro');
    const { expires_at } = await planOf(account);
    await shop.processor.renew(subscription);
    await eventually(async () => {
      const now = await planOf(account);
      expect(now).toMatchObject({ plan: 'pro', status: 'active' });
      expect(new Date(now.expires_at).getTime() - new Date(expires_at).getTime()).toBeGreaterThan(27 * DAY);
      expect((await profileOf(account)).subscription_expires_at).toBe(now.expires_at);
    });
  });

  it('is past due when it cannot be paid, and ends when the processor ends it', async () => {
    const account = await shop.account();
    const subscription = await shop.subscribe(account, 'pro');
    await shop.processor.failPayment(subscription);
    await eventuallyPlan(account, { status: 'past_due' });
    expect((await profileOf(account)).subscription_status).toBe('past_due');
    await shop.processor.cancelSubscription(subscription);
    await eventuallyPlan(account, { plan: null, status: 'canceled' });
    expect(await profileOf(account)).toMatchObject({
      subscription_plan: null,
      subscription_status: 'canceled',
    });
  });

  it('is cancelled at the processor when the account is deleted', async () => {
    const account = await shop.account();
    const subscription = await shop.subscribe(account, 'starter');
    await account.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    await eventually(async () => expect((await atProcessor(subscription)).status).toBe('canceled'));
  });

  it('is cancelled there too when the processor would not listen at first', async () => {
    const account = await shop.account();
    const subscription = await shop.subscribe(account, 'starter');
    await shop.lockOut('/v1/subscriptions');
    await account.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    await eventually(async () => expect(await shop.calls(`DELETE /v1/subscriptions/${subscription}`)).not.toEqual([]));
    await shop.processor.outage({ calls: 0 });
    await eventually(async () => expect((await atProcessor(subscription)).status).toBe('canceled'));
  });
});

describe('POST /v1/business/cancel', () => {
  it('ends the plan with the period that is paid for, and it can be bought again', async () => {
    const account = await shop.account();
    const subscription = await shop.subscribe(account, 'starter');
    const { body } = await account.client.post('/v1/business/cancel').expect(200);
    expect(body).toEqual({ subscription: { plan: 'starter', status: 'active', expires_at: TIME } });
    expect(await atProcessor(subscription)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await planOf(account)).toEqual(body.subscription);
    await account.client.post('/v1/business/cancel').expect(200);
    await shop.processor.renew(subscription);
    await eventuallyPlan(account, { plan: null, status: 'canceled' });
    await account.client.post('/v1/business/cancel').expect(404, { error: 'Subscription not found' });
    await shop.subscribe(account, 'starter');
  });

  it('is nothing without a plan', () =>
    plain.client.post('/v1/business/cancel').expect(404, { error: 'Subscription not found' }));
});

describe('GET /v1/business/dashboard', () => {
  it('is zeros for who sold nothing', async () => {
    const { body } = await plain.client.get('/v1/business/dashboard').expect(200);
    expect(body).toEqual({ stats: { total_sales: 0, total_revenue: 0, total_products: 0 } });
  });

  it('counts the completed sales of the caller, not what is open, given back or of others', async () => {
    const [seller, other, buyer] = [await shop.seller(), await shop.seller(), await shop.account()];
    await shop.buy(buyer, seller, { amount: 0.1 });
    await shop.buy(buyer, seller, { amount: 0.2 });
    await shop.buy(buyer, seller, { amount: 19.99 });
    await shop.buy(buyer, other, { amount: 500 });
    await shop.askToBuy(buyer, seller, { amount: 1000 });
    await shop.deposit(seller, 77);
    expect(await statsOf(seller)).toEqual({ total_sales: 3, total_revenue: 20.29, total_products: 0 });
    const refunded = await shop.buy(buyer, seller, { amount: 5 });
    await seller.client.post(`/v1/payments/${refunded}/refund`).expect(200);
    expect(await statsOf(seller)).toEqual({ total_sales: 3, total_revenue: 20.29, total_products: 0 });
    expect(await statsOf(other)).toMatchObject({ total_sales: 1, total_revenue: 500 });
    expect(await statsOf(buyer)).toMatchObject({ total_sales: 0, total_revenue: 0 });
  });

  it('adds what is in units of other currencies as it is written', async () => {
    const [seller, buyer] = [await shop.seller(), await shop.account()];
    await shop.buy(buyer, seller, { amount: 500, currency: 'jpy' });
    await shop.buy(buyer, seller, { amount: 1.25, currency: 'kwd' });
    expect(await statsOf(seller)).toMatchObject({ total_sales: 2, total_revenue: 501.25 });
  });
});
