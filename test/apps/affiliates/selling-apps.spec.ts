import { completed } from '../../payments/webhook.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { Market as Shops } from '../bundles/market.js';
import { LANDING } from './market.js';

let shops: Shops;
let ann: Account;
let bob: Account;
let buyer: Account;
let program: { id: string };
let affiliate: { id: string; code: string };

const person = async () => {
  const account = await shops.person();
  for (const slug of ['affiliates', 'subscriptions'])
    await account.client.post('/v1/apps/install', { slug }).expect(200);
  return account;
};
beforeAll(async () => {
  shops = await Shops.start();
  ann = await person();
  await shops.shop.onboard(ann);
});
beforeEach(async () => {
  [bob, buyer] = [await person(), await person()];
  await open();
});
afterEach(() => shops.expectSound());
afterAll(() => shops.stop());

/** A new program of Ann for 20 percent, with Bob as its affiliate. */
async function open(more: object = {}): Promise<void> {
  const made = { name: 'Studio kit', landing_url: LANDING, auto_approve_affiliates: true, commission_percent: 20 };
  program = (await shops.ask(ann, 'affiliates/create-program', { ...made, ...more })).program;
  const join = { program_id: program.id, accept_terms: true };
  affiliate = (await shops.ask(bob, 'affiliates/join-program', join)).partnership;
}

/** The token that a visit of Bob's link gives. */
async function click(): Promise<string> {
  const address = `${shops.service.url}/v1/apps/affiliates/public/r/${affiliate.code}`;
  const answer = await fetch(address, { redirect: 'manual', headers: { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' } });
  return new URL(answer.headers.get('location') as string).searchParams.get('ref') as string;
}

/** The commissions that the affiliate Bob sees, oldest first: the amount, its state and the sale. */
async function earned(): Promise<[number, string, string, number][]> {
  const { commissions } = await shops.ask(bob, 'affiliates/list-commissions');
  const seen = commissions.map(({ amount, status, conversion }: any) => {
    expect(conversion).not.toHaveProperty('buyer_id');
    return [amount, status, conversion.app_slug, conversion.amount];
  });
  return seen.reverse();
}

describe.each([
  { price: 'course', app: 'courses', make: () => shops.course(ann, 50), call: 'courses/enroll', by: 'course_id' },
  {
    price: 'product',
    app: 'products',
    make: () => shops.product(ann, 50),
    call: 'products/purchase-product',
    by: 'product_id',
  },
])('a $price', ({ app, make, call, by }) => {
  it('earns by the click when it is paid, and loses its share by refunds', async () => {
    const { id } = await make();
    const coupon = { [by]: id, code: 'TENTH', percent_off: 10 };
    await shops.ask(ann, `${app}/set-coupon`, coupon);
    const wish = { [by]: id, coupon_code: 'TENTH', referral: await click(), ...PAGES };
    const { payment_id } = await shops.ask(buyer, call, wish);
    expect(await earned()).toEqual([]);
    await shops.paid(payment_id);
    await shops.webhook.deliver(completed(await shops.payment(payment_id)));
    expect(await earned()).toEqual([[9, 'pending', app, 45]]);
    await shops.refund(payment_id, 2500);
    expect(await earned()).toEqual([[4, 'pending', app, 45]]);
    await shops.refund(payment_id, 4500);
    await shops.refund(payment_id, 4500);
    expect(await earned()).toEqual([[4, 'reversed', app, 45]]);
  });

  it('is sold all the same with a referral that nobody earns by', async () => {
    const { id } = await make();
    const own = { [by]: id, referral: affiliate.code, ...PAGES };
    const unknown = { ...own, referral: 'nobody-at-all' };
    for (const [who, wish] of [
      [bob, own],
      [buyer, unknown],
    ] as const) {
      const { payment_id } = await shops.ask(who, call, wish);
      await shops.paid(payment_id);
    }
    expect(await earned()).toEqual([]);
  });
});

describe('a bundle', () => {
  it('earns by what the buyer pays for it, once, and its parts earn nothing', async () => {
    const bundle = await shops.bundle(ann);
    const { payment_id, amount } = await shops.purchase(buyer, bundle, { referral: await click() });
    expect(amount).toBe(70);
    await shops.paid(payment_id);
    expect(await earned()).toEqual([[14, 'pending', 'bundles', 70]]);
    await shops.refund(payment_id, 3500);
    expect(await earned()).toEqual([[7, 'pending', 'bundles', 70]]);
    await shops.refund(payment_id, 7000);
    expect(await earned()).toEqual([[7, 'reversed', 'bundles', 70]]);
  });

  it('that costs less by what the buyer owns already earns by the rest', async () => {
    const bundle = await shops.bundle(ann);
    await shops.own(buyer, bundle.product);
    const { payment_id, amount } = await shops.purchase(buyer, bundle, { referral: affiliate.code });
    await shops.paid(payment_id);
    expect(amount).toBeLessThan(70);
    expect(await earned()).toEqual([[amount * 0.2, 'pending', 'bundles', amount]]);
  });

  it('has its own rate where the program names it, and only what is named is attributed', async () => {
    const bundle = await shops.bundle(ann);
    const items = [{ app_slug: 'bundles', item_id: bundle.id, commission_percent: 50 }];
    await shops.ask(ann, 'affiliates/update-program', { program_id: program.id, scope: 'items', items });
    await shops.buy(buyer, bundle, { referral: affiliate.code });
    const other = await shops.product(ann, 10);
    const wish = { product_id: other.id, referral: affiliate.code, ...PAGES };
    await shops.paid((await shops.ask(buyer, 'products/purchase-product', wish)).payment_id);
    expect(await earned()).toEqual([[35, 'pending', 'bundles', 70]]);
  });
});

describe('a subscription', () => {
  const ask = (who: Account, action: string, input: object) =>
    shops.ask(who, `subscriptions/${action}`, { ...input, ...PAGES });
  const plan = async () =>
    (await shops.ask(ann, 'subscriptions/create-plan', { name: 'Club', price: 10, interval: 'month' })).plan;

  it('earns by as many payments as the program says, and by renewals while it is paused', async () => {
    await open({ recurring_payments: 2 });
    const { id: plan_id } = await plan();
    const begun = await ask(buyer, 'subscribe', { plan_id, referral: await click() });
    await shops.paid(begun.payment_id);
    expect(await earned()).toEqual([[2, 'pending', 'subscriptions', 10]]);
    await shops.ask(ann, 'affiliates/update-program', { program_id: program.id, status: 'paused' });
    const { subscription_id } = begun;
    for (let payment = 2; payment <= 3; payment++) {
      await endPeriods();
      await shops.paid((await ask(buyer, 'renew-subscription', { subscription_id })).payment_id);
      expect(await earned()).toHaveLength(2);
    }
    await shops.refund(begun.payment_id, 1000);
    expect((await earned()).map(([amount, status]) => [amount, status])).toEqual([
      [2, 'reversed'],
      [2, 'pending'],
    ]);
  });

  it('is sold without a commission to the affiliate, and after the program is closed', async () => {
    await open({ recurring_payments: 0 });
    const { id: plan_id } = await plan();
    await shops.paid((await ask(bob, 'subscribe', { plan_id, referral: affiliate.code })).payment_id);
    const begun = await ask(buyer, 'subscribe', { plan_id, referral: affiliate.code });
    await shops.paid(begun.payment_id);
    await shops.ask(ann, 'affiliates/update-program', { program_id: program.id, status: 'closed' });
    await endPeriods();
    const renewal = await ask(buyer, 'renew-subscription', { subscription_id: begun.subscription_id });
    await shops.paid(renewal.payment_id);
    expect(await earned()).toEqual([[2, 'pending', 'subscriptions', 10]]);
  });

  /** The running periods of the buyer are almost over. */
  async function endPeriods(): Promise<void> {
    await shops.rows(
      `UPDATE ext_subscriptions.subscriptions SET period_start = period_start - interval '29 days',
         period_end = period_end - interval '29 days' WHERE owner_id = $1`,
      buyer.id,
    );
  }
});
