import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { AnnounceEarnings } from '../../../src/apps/affiliates/jobs/announce-earnings.job.js';
import { ApproveCommissions } from '../../../src/apps/affiliates/jobs/approve-commissions.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Market } from './market.js';

let market: Market;
let ann: Account;
let bob: Account;
let program: any;
let affiliate: any;
beforeAll(async () => {
  market = await Market.start();
});
beforeEach(async () => {
  [ann, bob] = [await market.person(), await market.person()];
  program = await market.program(ann);
  affiliate = await market.join(bob, program);
});
afterEach(() => market.expectSound());
afterAll(() => market.stop());

const review = (commission: { id: string }, decision: string, more: object = {}) =>
  market.call(ann, 'review-commission', { commission_id: commission.id, decision, ...more });
const reject = async (commission: { id: string }) =>
  (await review(commission, 'reject', { reason: 'A test order.' }).expect(200)).body;
const sold = async (minor: number) => market.commission(await market.sale(ann, affiliate, minor));
const statuses = async () =>
  (
    await market.rows('SELECT status FROM ext_affiliates.commissions WHERE affiliate_id = $1 ORDER BY id', affiliate.id)
  ).map(({ status }) => status);

describe('review-commission', () => {
  it('approves before the date, and rejects with a reason that the affiliate sees', async () => {
    const commission = await sold(1000);
    await review(commission, 'reject').expect(400, { error: 'A reason is needed' });
    const { body } = await review(commission, 'approve').expect(200);
    expect(body).toMatchObject({ commission: { id: commission.id, status: 'approved', amount: 2 }, adjustment: null });
    await review(commission, 'approve').expect(409, { error: 'Commission is already approved' });
    expect(await reject(commission)).toMatchObject({ commission: { status: 'rejected', reason: 'A test order.' } });
    for (const decision of ['approve', 'reject'])
      await review(commission, decision, { reason: 'x' }).expect(409, { error: 'Commission is already rejected' });
    expect((await market.notices(bob, 'commission_rejected')).map(({ data }) => data.reason)).toEqual([
      'A test order.',
    ]);
    await market.expectRefused(
      bob,
      'review-commission',
      { commission_id: commission.id, decision: 'approve' },
      403,
      'Forbidden',
    );
  });

  it('takes a paid one off the next payout, once, less what refunds took', async () => {
    const payment = await market.earned(ann, affiliate, 5000);
    await market.manual(ann, affiliate);
    await market.reverse(payment, 1000);
    const commission = await market.commission(payment);
    expect(commission).toMatchObject({ status: 'paid', amount_minor: 1000 });
    const { adjustment, commission: kept } = await reject(commission);
    expect(kept).toMatchObject({ status: 'paid', amount: 10 });
    expect(adjustment).toMatchObject({ kind: 'adjustment', status: 'approved', amount: -8, reason: 'A test order.' });
    expect(await market.payable(affiliate)).toBe(-1000);
    await review(commission, 'reject', { reason: 'x' }).expect(409, { error: 'Commission is already paid' });
    await market.reverse(payment, 5000);
    expect(await market.payable(affiliate)).toBe(-1000);
  });

  it('waits for the payout that holds a commission', async () => {
    const payee = await market.seller();
    affiliate = await market.join(payee, program);
    const commission = await market.commission(await market.earned(ann, affiliate, 5000));
    await market.payout(ann, affiliate);
    await review(commission, 'reject', { reason: 'x' }).expect(409, { error: 'Commission is in a payout' });
  });

  it('is done once by twenty calls at once', async () => {
    const commission = await sold(1000);
    expect(tally(await atOnce(20, () => review(commission, 'approve')))).toEqual({ 200: 1, 409: 19 });
    expect(tally(await atOnce(20, () => review(commission, 'reject', { reason: 'x' })))).toEqual({ 200: 1, 409: 19 });
  });
});

describe('a change of the program', () => {
  it('leaves what is recorded as it was, and is for the sales from then on', async () => {
    const before = await sold(1000);
    await market.ask(ann, 'update-program', { program_id: program.id, commission_percent: 1, hold_days: 0 });
    const after = await sold(1000);
    expect(await market.rows('SELECT * FROM ext_affiliates.commissions WHERE id = $1', before.id)).toEqual([before]);
    expect(after).toMatchObject({ amount_minor: 10, payable_at: expect.any(Date) });
    expect(after.payable_at.getTime() - before.payable_at.getTime()).toBeLessThan(0);
  });
});

describe('refunds', () => {
  it('do nothing when they are repeated, or at once', async () => {
    const payment = await market.sale(ann, affiliate, 1000);
    await atOnce(10, () => market.reverse(payment, 400));
    await market.reverse(payment, 300);
    expect(await market.commission(payment)).toMatchObject({ status: 'pending', amount_minor: 120 });
    expect(await market.notices(bob, 'commission_reversed')).toHaveLength(1);
    await market.reverse(randomUUID(), 100);
  });

  it('and payouts in any order leave what the sale has earned', async () => {
    const steps = fc.array(fc.constantFrom('refund', 'approve', 'pay', 'unpay'), { minLength: 1, maxLength: 6 });
    const sale = fc.integer({ min: 100, max: 100_000 });
    await fc.assert(
      fc.asyncProperty(sale, steps, async (minor, order) => {
        affiliate = await market.join(await market.person(), program);
        const payment = await market.sale(ann, affiliate, minor);
        let refunded = 0;
        for (const step of order) {
          if (step === 'refund') {
            refunded = Math.min(minor, refunded + Math.ceil(minor / 3));
            await market.reverse(payment, refunded);
          } else if (step === 'approve') {
            await review(await market.commission(payment), 'approve');
          } else if (step === 'pay') {
            const input = { affiliate_id: affiliate.id, method: 'manual', reference: 'x' };
            await market.call(ann, 'create-payout', input);
          } else await reverseAPayout();
        }
        const [{ kept }] = await market.rows(
          `SELECT sum(amount_minor)::int AS kept FROM ext_affiliates.commissions
           WHERE affiliate_id = $1 AND status IN ('pending', 'approved', 'paid')`,
          affiliate.id,
        );
        expect(kept ?? 0).toBe(Math.floor(((minor - refunded) * 2000) / 10_000));
      }),
      { numRuns: 15 },
    );
  });

  /** As if the first payout that is paid had been given back. */
  async function reverseAPayout(): Promise<void> {
    await market.rows(
      `WITH one AS (UPDATE ext_affiliates.payouts SET status = 'reversed' WHERE id = (
         SELECT id FROM ext_affiliates.payouts WHERE affiliate_id = $1 AND status = 'paid' ORDER BY id LIMIT 1) RETURNING id)
       UPDATE ext_affiliates.commissions c SET status = 'approved', payout_id = NULL FROM one WHERE c.payout_id = one.id`,
      affiliate.id,
    );
  }
});

describe('the jobs', () => {
  const approve = async () => {
    for (let at = 0; at < 2; at++) await market.service.app.get(ApproveCommissions, { strict: false }).run({});
  };
  const over = () =>
    market.rows('UPDATE ext_affiliates.commissions SET payable_at = now() WHERE affiliate_id = $1', affiliate.id);

  it('approve what is due, unless the merchant does that by hand', async () => {
    await sold(1000);
    await approve();
    expect(await statuses()).toEqual(['pending']);
    await market.set(ann, { auto_approve_commissions: false });
    await over();
    await approve();
    expect(await statuses()).toEqual(['pending']);
    await market.set(ann, { auto_approve_commissions: true });
    await approve();
    expect(await statuses()).toEqual(['approved']);
  });

  it('approve and pay at once without losing anything', async () => {
    for (let at = 0; at < 5; at++) await sold(1000);
    await over();
    await Promise.all([approve(), approve(), market.call(ann, 'create-payout', { affiliate_id: affiliate.id })]);
    await approve();
    expect(await statuses()).toEqual(Array.from({ length: 5 }, () => 'approved'));
  });

  it('announce once a day what was earned, to those who want that', async () => {
    const announce = async () => {
      for (let at = 0; at < 2; at++) await market.service.app.get(AnnounceEarnings, { strict: false }).run();
    };
    await sold(1000);
    await sold(2000);
    await market.sale(ann, affiliate, 1000, { currency: 'eur' });
    await announce();
    const earned = [
      { currency: 'eur', amount: 2 },
      { currency: 'usd', amount: 6 },
    ];
    expect((await market.notices(bob, 'commission_earned')).map(({ data }) => [data.count, data.earned])).toEqual([
      [3, earned],
    ]);
    await sold(1000);
    await market.set(bob, { notify_commissions: 'off' });
    await announce();
    await market.set(bob, { notify_commissions: 'daily' });
    await announce();
    expect(await market.notices(bob, 'commission_earned')).toHaveLength(1);
  });
});
