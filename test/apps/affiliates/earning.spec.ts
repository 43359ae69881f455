import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { commissionOf, shareOf } from '../../../src/apps/affiliates/sales/commission.policy.js';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Market } from './market.js';

let market: Market;
let ann: Account;
let bob: Account;
let buyer: Account;
beforeAll(async () => {
  market = await Market.start();
  ann = await market.seller();
});
beforeEach(async () => {
  [bob, buyer] = [await market.person(), await market.person()];
});
afterEach(() => market.expectSound());
afterAll(() => market.stop());

const resolve = (referral: string, more: object = {}) =>
  market.within((affiliates) =>
    affiliates.resolve({
      referral,
      seller_id: ann.id,
      buyer_id: buyer.id,
      app_slug: 'products',
      item_id: randomUUID(),
      ...more,
    }),
  );
const amount = async (payment_id: string) => (await market.commission(payment_id))?.amount_minor;
const conversion = async (payment_id: string) =>
  (await market.rows('SELECT * FROM ext_affiliates.conversions WHERE payment_id = $1', payment_id))[0];

describe('a sale of the shop', () => {
  it('earns by the click that brought the buyer, and refunds take their share back', async () => {
    const program = await market.program(ann);
    const affiliate = await market.join(bob, program);
    const product = await market.store.goods(ann, { price: 49, stock: 5, requires_shipping: undefined });
    const token = await market.click(affiliate.code);
    const ship_to = { name: 'Bob', line1: 'Street 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
    const order = await market.store.purchase(buyer, product, { referral: token, ship_to });
    await market.store.paid(order.payment_id);
    await market.store.paid(order.payment_id).catch(() => undefined);
    const listed = await market.ask(bob, 'list-commissions');
    expect(listed).toMatchObject({
      commissions: [
        {
          amount: 9.8,
          currency: 'usd',
          status: 'pending',
          kind: 'earning',
          commission_percent: 20,
          conversion: { app_slug: 'products', item_id: product.id, amount: 49, matched_by: 'click' },
        },
      ],
      totals: [{ status: 'pending', currency: 'usd', amount: 9.8 }],
      next_cursor: null,
    });
    expect(JSON.stringify(listed)).not.toContain(buyer.id);
    const owed = await market.ask(ann, 'list-commissions', { role: 'merchant' });
    expect(owed.commissions[0].conversion.buyer_id).toBe(buyer.id);
    expect((await conversion(order.payment_id)).click_id).not.toBeNull();

    await market.store.refund(order.payment_id, 1000);
    expect(await amount(order.payment_id)).toBe(780);
    await market.store.refund(order.payment_id, 4900);
    expect(await market.commission(order.payment_id)).toMatchObject({ status: 'reversed' });
    expect((await conversion(order.payment_id)).status).toBe('reversed');
    expect((await market.notices(bob, 'commission_reversed')).map(({ data }) => data.amount)).toEqual([2, 7.8]);
  });

  it('is not refused for a referral that nobody knows', async () => {
    const product = await market.store.product(ann, { price: 10 });
    const order = await market.store.buy(buyer, product, { referral: 'nobody-at-all' });
    expect((await market.store.order(order.order_id)).affiliate_id).toBeNull();
  });
});

describe('an attribution', () => {
  it('is by code or click of an active affiliate of an active program of the seller', async () => {
    const program = await market.program(ann);
    const affiliate = await market.join(bob, program);
    const token = await market.click(affiliate.code);
    expect(await resolve(affiliate.code)).toBe(affiliate.id);
    expect(await resolve(affiliate.code.toUpperCase())).toBe(affiliate.id);
    expect(await resolve(token)).toBe(affiliate.id);
    for (const more of [{ buyer_id: bob.id }, { seller_id: buyer.id }]) expect(await resolve(token, more)).toBeNull();
    for (const bad of [`${token}x`, '', '\u0000', 'a b', '%', 'ä'.repeat(70)]) expect(await resolve(bad)).toBeNull();
    await market.rows(`UPDATE ext_affiliates.clicks SET expires_at = now() WHERE token = $1`, token);
    expect(await resolve(token)).toBeNull();
    await market.ask(ann, 'update-program', { program_id: program.id, codes_without_click: false });
    expect(await resolve(affiliate.code)).toBeNull();
    await market.rows(`UPDATE ext_affiliates.clicks SET expires_at = now() + interval '1 day' WHERE token = $1`, token);
    expect(await resolve(token)).toBe(affiliate.id);
    await market.ask(ann, 'update-program', { program_id: program.id, status: 'paused' });
    expect(await resolve(token)).toBeNull();
    await market.ask(ann, 'update-program', { program_id: program.id, status: 'active' });
    await market.ask(ann, 'review-affiliate', { affiliate_id: affiliate.id, decision: 'suspend' });
    expect(await resolve(token)).toBeNull();
  });

  it('is only for the items of the program where it names some', async () => {
    const [mine, other] = [await market.store.draft(ann), await market.store.draft(ann)];
    const items = [{ app_slug: 'products', item_id: mine.id }];
    const affiliate = await market.join(bob, await market.program(ann, { scope: 'items', items }));
    expect(await resolve(affiliate.code, { item_id: mine.id })).toBe(affiliate.id);
    expect(await resolve(affiliate.code, { item_id: other.id })).toBeNull();
    expect(await resolve(affiliate.code, { item_id: mine.id, app_slug: 'courses' })).toBeNull();
  });
});

describe('a commission', () => {
  it('is by the rate of the item, else of the affiliate, else of the program', async () => {
    const special = await market.store.draft(ann);
    const items = [{ app_slug: 'products', item_id: special.id, commission_percent: 50 }];
    const program = await market.program(ann, { items });
    const affiliate = await market.join(bob, program);
    expect(await amount(await market.sale(ann, affiliate, 999))).toBe(199);
    const rate = { affiliate_id: affiliate.id, decision: 'approve', commission_percent: 33.33 };
    const { affiliate: rated } = await market.ask(ann, 'review-affiliate', rate);
    expect(rated).toMatchObject({ status: 'active', commission_percent: 33.33 });
    expect(await amount(await market.sale(ann, affiliate, 999))).toBe(332);
    expect(await amount(await market.sale(ann, affiliate, 999, { item_id: special.id }))).toBe(499);
    await market.ask(ann, 'review-affiliate', {
      affiliate_id: affiliate.id,
      decision: 'approve',
      commission_amount: 4,
    });
    expect(await amount(await market.sale(ann, affiliate, 999))).toBe(400);
    expect(await amount(await market.sale(ann, affiliate, 300))).toBe(300);
    expect(await amount(await market.sale(ann, affiliate, 999, { currency: 'eur' }))).toBeUndefined();
  });

  it('is payable after the hold, and only of as many payments as earn', async () => {
    const affiliate = await market.join(bob, await market.program(ann, { hold_days: 10, recurring_payments: 2 }));
    const first = await market.sale(ann, affiliate, 1000, { payment_number: 2 });
    const { occurred_at } = await conversion(first);
    const { payable_at } = await market.commission(first);
    expect(payable_at.getTime() - occurred_at.getTime()).toBe(10 * 24 * 60 * 60 * 1000);
    const over = await market.sale(ann, affiliate, 1000, { payment_number: 3 });
    expect([await amount(over), (await conversion(over)).payment_number]).toEqual([undefined, 3]);
    const all = await market.join(bob, await market.program(ann, { recurring_payments: 0 }));
    expect(await amount(await market.sale(ann, all, 1000, { payment_number: 100 }))).toBe(200);
  });

  it('is earned once for a payment, however often it is recorded at once', async () => {
    const affiliate = await market.join(bob, await market.program(ann));
    const payment_id = randomUUID();
    await atOnce(20, () => market.record(ann, affiliate, { payment_id, amount_minor: 500 }));
    expect(
      await market.rows('SELECT FROM ext_affiliates.commissions WHERE affiliate_id = $1', affiliate.id),
    ).toHaveLength(1);
  });

  it('needs an affiliate who is active, a program that is not closed, and its own seller', async () => {
    const program = await market.program(ann);
    const affiliate = await market.join(bob, program);
    expect(await amount(await market.sale(buyer, affiliate, 500))).toBeUndefined();
    expect(await amount(await market.sale(ann, affiliate, 0))).toBeUndefined();
    await market.ask(ann, 'update-program', { program_id: program.id, status: 'paused' });
    expect(await amount(await market.sale(ann, affiliate, 500))).toBe(100);
    await market.ask(ann, 'review-affiliate', { affiliate_id: affiliate.id, decision: 'suspend' });
    expect(await conversion(await market.sale(ann, affiliate, 500))).toBeUndefined();
    await market.ask(ann, 'review-affiliate', { affiliate_id: affiliate.id, decision: 'reinstate' });
    await market.ask(ann, 'update-program', { program_id: program.id, status: 'closed' });
    expect(await conversion(await market.sale(ann, affiliate, 500))).toBeUndefined();
  });

  it('is announced as the affiliate wants it', async () => {
    const program = await market.program(ann);
    const affiliate = await market.join(bob, program);
    await market.sale(ann, affiliate, 500);
    await market.set(bob, { notify_commissions: 'off' });
    await market.sale(ann, affiliate, 500);
    expect(await market.notices(bob, 'commission_earned')).toEqual([]);
    await market.set(bob, { notify_commissions: 'instant' });
    await market.sale(ann, affiliate, 500);
    expect((await market.notices(bob, 'commission_earned')).map(({ data }) => data.amount)).toEqual([1]);
  });
});

describe('the arithmetic', () => {
  const bp = fc.integer({ min: 1, max: 9000 });
  const minor = fc.integer({ min: 1, max: 99_999_999 });
  const program = (percent_bp: number | null, fixed_minor: number | null) => ({
    percent_bp,
    fixed_minor,
    currency: 'usd',
  });
  const NONE = { percent_bp: null, fixed_minor: null };

  it('rounds down, and never exceeds the sale', () => {
    fc.assert(
      fc.property(minor, bp, minor, (amount_minor, rate, fixed) => {
        const sale = { amount_minor, currency: 'usd' };
        const { earned_minor } = commissionOf(sale, undefined, NONE, program(rate, null));
        expect(BigInt(earned_minor)).toBe((BigInt(amount_minor) * BigInt(rate)) / 10_000n);
        expect(commissionOf(sale, undefined, NONE, program(null, fixed)).earned_minor).toBe(
          Math.min(fixed, amount_minor),
        );
        expect(commissionOf({ ...sale, currency: 'eur' }, undefined, NONE, program(null, fixed)).earned_minor).toBe(0);
      }),
    );
  });

  it('lowers by every refund to the share of what is left, and to nothing at the end', () => {
    const refunds = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 6 });
    fc.assert(
      fc.property(minor, fc.option(bp, { nil: null }), refunds, (amount_minor, rate_bp, parts) => {
        const earned_minor =
          rate_bp === null ? Math.ceil(amount_minor / 3) : Math.floor((amount_minor * rate_bp) / 10_000);
        const row = { amount_minor, earned_minor, rate_bp };
        let [refunded, before] = [0, shareOf(row, 0)];
        expect(before).toBe(earned_minor);
        for (const part of parts) {
          refunded = Math.min(amount_minor, refunded + Math.ceil((amount_minor * part) / 100));
          const share = shareOf(row, refunded);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(before);
          before = share;
        }
        expect(shareOf(row, amount_minor)).toBe(0);
      }),
    );
  });
});
