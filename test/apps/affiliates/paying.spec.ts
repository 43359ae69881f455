import { randomUUID } from 'node:crypto';
import { ExpirePayouts } from '../../../src/apps/affiliates/jobs/expire-payouts.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import { completed } from '../../payments/webhook.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { Market } from './market.js';

let market: Market;
let ann: Account;
let bob: Account;
let affiliate: any;
let program: any;
beforeAll(async () => {
  market = await Market.start();
  bob = await market.seller();
});
beforeEach(async () => {
  ann = await market.person();
  program = await market.program(ann);
  affiliate = await market.join(bob, program);
});
afterEach(() => market.expectSound());
afterAll(() => market.stop());

const payout = async (id: string) => (await market.rows('SELECT * FROM ext_affiliates.payouts WHERE id = $1', id))[0];
const expire = async (id: string) => {
  await market.rows(`UPDATE ext_affiliates.payouts SET expires_at = now() - interval '1 minute' WHERE id = $1`, id);
  const job = market.service.app.get(ExpirePayouts, { strict: false });
  for (let at = 0; at < 2; at++) await job.run({});
};
const pay = (payment_id: string) => market.store.paid(payment_id);
const refused = (input: object, status: number, error: string) =>
  market.expectRefused(ann, 'create-payout', { affiliate_id: affiliate.id, ...input }, status, error);
const manual = { method: 'manual', reference: 'SEPA 1' };
/** What was paid to the affiliate less what is still to be taken back is what the sales have earned. */
const balance = async () => {
  const [row] = await market.rows(
    `SELECT (SELECT coalesce(sum(amount_minor - refunded_minor), 0) FROM ext_affiliates.payouts
        WHERE affiliate_id = $1 AND status = 'paid')::int
      + (SELECT coalesce(sum(amount_minor), 0) FROM ext_affiliates.commissions
        WHERE affiliate_id = $1 AND status = 'approved')::int AS minor`,
    affiliate.id,
  );
  return row.minor;
};

describe('a payout by hand', () => {
  it('is paid at once, with every approved commission and adjustment', async () => {
    await market.earned(ann, affiliate, 5000);
    await market.sale(ann, affiliate, 1000);
    const { payout: made, ...rest } = await market.manual(ann, affiliate);
    expect(rest).toEqual({});
    expect(made).toMatchObject({ amount: 10, currency: 'usd', status: 'paid', method: 'manual', reference: 'SEPA 1' });
    expect((await market.notices(bob, 'paid')).at(-1).data).toMatchObject({ payout_id: made.id, amount: 10 });
    const [listed] = (await market.ask(bob, 'list-payouts', { affiliate_id: affiliate.id })).payouts;
    expect(listed).toMatchObject({ id: made.id, amount: 10, status: 'paid' });
    expect(listed.commission_ids).toHaveLength(1);
    expect((await market.ask(ann, 'list-payouts', { role: 'merchant' })).payouts).toEqual([listed]);
    await refused(manual, 409, 'Nothing to pay');
  });

  it('needs a reference, something to pay, and the least payout in its own currency', async () => {
    await refused({ method: 'manual' }, 400, 'Give a reference');
    await refused({ method: 'manual', reference: ' ' }, 400, 'Give a reference');
    await refused(manual, 409, 'Nothing to pay');
    await market.ask(ann, 'update-program', { program_id: program.id, min_payout: 50 });
    await market.earned(ann, affiliate, 5000);
    await market.earned(ann, affiliate, 5000, { currency: 'eur' });
    await refused({ ...manual, currency: 'usd' }, 409, 'Minimum payout is 50.00');
    expect((await market.manual(ann, affiliate, { currency: 'EUR' })).payout).toMatchObject({
      amount: 10,
      currency: 'eur',
    });
  });

  it('is made once by twenty calls at once', async () => {
    await market.earned(ann, affiliate, 5000);
    const input = { affiliate_id: affiliate.id, ...manual };
    expect(tally(await atOnce(20, () => market.call(ann, 'create-payout', input)))).toEqual({ 200: 1, 409: 19 });
  });

  it('is for the merchant alone', async () => {
    const input = { affiliate_id: affiliate.id, ...manual };
    await market.expectRefused(bob, 'create-payout', input, 403, 'Forbidden');
    expect(await market.payable(affiliate)).toBe(0);
    await market.expectRefused(
      ann,
      'create-payout',
      { ...input, affiliate_id: randomUUID() },
      404,
      'Affiliate not found',
    );
  });
});

describe('a payout by the platform', () => {
  it('is one checkout for calls at once, takes no fee, and is paid once', async () => {
    await market.earned(ann, affiliate, 5000);
    const input = { affiliate_id: affiliate.id, method: 'platform', ...PAGES };
    const answers = await atOnce(6, () => market.call(ann, 'create-payout', input).expect(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify([body.payment_id, body.checkout_url]))).size).toBe(1);
    const { payout: made, payment_id } = answers[0]?.body ?? {};
    expect(made).toMatchObject({ amount: 10, status: 'pending', method: 'platform', payment_id });
    const payment = await market.store.payment(payment_id);
    expect(payment).toMatchObject({ fee: '0', seller_id: bob.id, buyer_id: ann.id, amount: '1000' });
    expect(await market.payable(affiliate)).toBe(0);

    const paid = completed(payment);
    expect(tally(await atOnce(5, () => market.store.webhook.send(paid)))).toEqual({ 200: 5 });
    const admin = await market.service.admin();
    expect(await market.ask(admin, 'payment-succeeded', { payment_id })).toEqual({ fulfilled: true });
    expect(await payout(made.id)).toMatchObject({ status: 'paid' });
    expect((await market.notices(bob, 'paid')).filter(({ data }) => data.payout_id === made.id)).toHaveLength(1);
  });

  it('needs its pages, and an affiliate whom the processor knows; nothing stays held', async () => {
    await market.earned(ann, affiliate, 5000);
    await refused({ method: 'platform' }, 400, 'success_url and cancel_url are required');
    const poor = await market.join(await market.person(), program);
    await market.earned(ann, poor, 5000);
    const input = { affiliate_id: poor.id, method: 'platform', ...PAGES };
    await market.expectRefused(ann, 'create-payout', input, 400, 'Seller does not have a connected processor account');
    expect([await market.payable(affiliate), await market.payable(poor)]).toEqual([1000, 1000]);
    expect((await market.manual(ann, poor)).payout.amount).toBe(10);
  });

  it('holds nothing while the processor is away', async () => {
    await market.earned(ann, affiliate, 5000);
    await market.store.shop.processor.outage({ calls: 20, status: 503 as 402, path: '/v1/checkout' });
    await refused({ method: 'platform', ...PAGES }, 502, 'Payment processor unavailable');
    await market.store.shop.restore();
    expect(await market.payable(affiliate)).toBe(1000);
    expect((await market.payout(ann, affiliate)).payout.amount).toBe(10);
  });

  it('ends after a day, and what is paid late then is what the commissions are still free for', async () => {
    await market.earned(ann, affiliate, 5000);
    const late = await market.payout(ann, affiliate);
    await expire(late.payout.id);
    expect(await payout(late.payout.id)).toMatchObject({ status: 'expired' });
    expect(await market.payable(affiliate)).toBe(1000);
    await pay(late.payment_id);
    expect(await payout(late.payout.id)).toMatchObject({ status: 'paid' });
    expect([await market.payable(affiliate), await balance()]).toEqual([0, 1000]);
  });

  it('that is paid after it was settled by hand is an advance, which later sales work off', async () => {
    await market.earned(ann, affiliate, 5000);
    const late = await market.payout(ann, affiliate);
    expect((await market.manual(ann, affiliate)).payout.amount).toBe(10);
    expect(await payout(late.payout.id)).toMatchObject({ status: 'expired' });
    await market.earned(ann, affiliate, 2000);
    await pay(late.payment_id);
    expect([await market.payable(affiliate), await balance()]).toEqual([-600, 1400]);
    await refused(manual, 409, 'Nothing to pay');
    await market.earned(ann, affiliate, 5000);
    expect((await market.manual(ann, affiliate)).payout.amount).toBe(4);
  });

  it('is paid and expired in the same moment: one of both, and the sums hold', async () => {
    await market.earned(ann, affiliate, 5000);
    const made = await market.payout(ann, affiliate);
    await Promise.all([pay(made.payment_id), expire(made.payout.id), expire(made.payout.id)]);
    expect(await payout(made.payout.id)).toMatchObject({ status: 'paid' });
    expect([await market.payable(affiliate), await balance()]).toEqual([0, 1000]);
  });
});

describe('a payout that is given back', () => {
  it('frees its commissions once, and both sides are notified', async () => {
    await market.earned(ann, affiliate, 5000);
    const made = await market.payout(ann, affiliate);
    await pay(made.payment_id);
    await market.store.refund(made.payment_id, 1000);
    const admin = await market.service.admin();
    expect(await market.ask(admin, 'payment-refunded', { payment_id: made.payment_id })).toEqual({ reversed: true });
    expect(await payout(made.payout.id)).toMatchObject({ status: 'reversed' });
    expect(await market.payable(affiliate)).toBe(1000);
    for (const who of [ann, bob]) {
      const told = await market.notices(who, 'payout_reversed');
      expect(told.filter(({ data }) => data.payout_id === made.payout.id)).toHaveLength(1);
    }
    expect((await market.manual(ann, affiliate)).payout.amount).toBe(10);
  });

  it('in part is owed again, and the rest of it too', async () => {
    await market.earned(ann, affiliate, 5000);
    const made = await market.payout(ann, affiliate);
    await pay(made.payment_id);
    await market.store.refund(made.payment_id, 300);
    expect([await market.payable(affiliate), await balance()]).toEqual([300, 1000]);
    await market.store.refund(made.payment_id, 1000);
    expect([await market.payable(affiliate), await balance()]).toEqual([1000, 1000]);
  });

  it('after it was an advance, leaves what the sales have earned', async () => {
    await market.earned(ann, affiliate, 5000);
    const late = await market.payout(ann, affiliate);
    await market.manual(ann, affiliate);
    await pay(late.payment_id);
    expect([await market.payable(affiliate), await balance()]).toEqual([-1000, 1000]);
    await market.store.refund(late.payment_id, 1000);
    expect([await market.payable(affiliate), await balance()]).toEqual([0, 1000]);
  });
});

it('a payment that names a payout and was not asked for by it changes nothing', async () => {
  await market.earned(ann, affiliate, 5000);
  const { payout: pending } = await market.payout(ann, affiliate);
  const eve = await market.person();
  const wish = { app_slug: 'affiliates', reference_type: 'payout', reference_id: pending.id, amount: 1 };
  await market.store.shop.checkout(eve, bob, wish).expect(200);
  const [{ id }] = await market.rows('SELECT id FROM payments.payments WHERE buyer_id = $1', eve.id);
  await pay(id);
  expect(await payout(pending.id)).toMatchObject({ status: 'pending' });
  expect([await market.payable(affiliate), await balance()]).toEqual([0, 1000]);
});

it('a payout, its end, sales and their refunds at once add up', async () => {
  const payments: string[] = [];
  for (let at = 0; at < 6; at++) payments.push(await market.earned(ann, affiliate, 5000));
  const { payout: pending } = await market.payout(ann, affiliate);
  await Promise.all([
    ...payments.map((payment) => market.reverse(payment, 2500)),
    market.call(ann, 'create-payout', { affiliate_id: affiliate.id, ...manual }),
    expire(pending.id),
    ...payments.map((payment) => market.reverse(payment, 5000)),
    ...payments.map(() => market.sale(ann, affiliate, 1000)),
  ]);
  const [{ minor }] = await market.rows(
    `SELECT sum(amount_minor)::int AS minor FROM ext_affiliates.commissions
     WHERE affiliate_id = $1 AND status IN ('pending', 'approved', 'paid')`,
    affiliate.id,
  );
  expect(minor).toBe(6 * 200);
});
