import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { Club } from './club.js';

let club: Club;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  club = await Club.start();
  ann = await club.seller();
});
beforeEach(async () => {
  bob = await club.person();
});
afterEach(() => club.expectSound());
afterAll(() => club.stop());

const PERK = { kind: 'perk', key: 'early-access', label: 'Early access' };

describe('a subscription', () => {
  it('begins when its first period is paid, once', async () => {
    const plan = await club.plan(ann, { benefits: [PERK] });
    const asked = await club.subscribe(bob, plan);
    expect(asked).toMatchObject({ amount: 10, currency: 'usd' });
    expect(await club.entitled(bob, ann)).toBe(false);
    expect((await club.ask(bob, 'list-my-subscriptions')).subscriptions).toEqual([]);
    expect(await club.subscribe(bob, plan)).toMatchObject({ payment_id: asked.payment_id });
    await club.paid(asked.payment_id);
    await club.ask(await club.service.admin(), 'payment-succeeded', { payment_id: asked.payment_id });
    const row = await club.row(asked.subscription_id);
    expect(row).toMatchObject({ status: 'active', payments_count: 1, price_minor: 1000 });
    expect([await club.told(bob), await club.told(ann)]).toMatchObject([
      ['started'],
      expect.arrayContaining(['new_subscriber']),
    ]);
    for (const what of [{}, { plan_id: plan.id }, { key: 'early-access' }])
      expect(await club.entitled(bob, ann, what)).toBe(true);
    for (const what of [{ key: 'other' }, { ref_id: plan.id }]) expect(await club.entitled(bob, ann, what)).toBe(false);
    await club.expectRefused(bob, 'subscribe', { plan_id: plan.id, ...PAGES }, 409, 'Already subscribed to this plan');
  });

  it('asks others only what they may know', async () => {
    const ask = { seller_id: ann.id, user_id: bob.id };
    expect(await club.ask(ann, 'check-entitlement', ask)).toMatchObject({ entitled: false, status: null });
    await club.expectRefused(await club.person(), 'check-entitlement', ask, 403, 'Forbidden');
    const { status, body } = await club.call(bob, 'check-entitlement', {
      seller_id: ann.id,
      key: 'a',
      plan_id: ann.id,
    });
    expect([status, body.error]).toEqual([400, 'Validation error']);
  });

  it('is refused in the order of the contract', async () => {
    const refuse = (who: Account, plan: { id: string }, error: string, more: object = {}) =>
      club.expectRefused(who, 'subscribe', { plan_id: plan.id, ...PAGES, ...more }, 409, error);
    await club.expectRefused(bob, 'subscribe', { plan_id: bob.id, ...PAGES }, 404, 'Plan not found');
    const plan = await club.plan(ann, { max_subscribers: 1 });
    await refuse(ann, plan, 'You cannot subscribe to your own plan');
    await refuse(bob, plan, 'Coupon is not valid', { coupon_code: 'NONE' });
    await club.expectRefused(bob, 'subscribe', { plan_id: plan.id }, 400, 'success_url and cancel_url are required');
    await club.subscribe(await club.person(), plan);
    await refuse(bob, plan, 'Plan is full');
    const poor = await club.plan(await club.person());
    const error = 'Seller does not have a connected processor account';
    await club.expectRefused(bob, 'subscribe', { plan_id: poor.id, ...PAGES }, 400, error);
  });

  it('takes the last seat for one of twenty, and gives it back when nobody pays', async () => {
    const plan = await club.plan(ann, { max_subscribers: 1 });
    const people = await club.people(20);
    const answers = await atOnce(20, (n) =>
      club.call(people[n] as Account, 'subscribe', { plan_id: plan.id, ...PAGES }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Plan is full' }]);
    await club.pass(1 / 24);
    const { payment_id } = await club.subscribe(bob, plan);
    await club.paid(payment_id);
    expect(await club.entitled(bob, ann, { plan_id: plan.id })).toBe(true);
  });

  it('uses the last coupon once, also when one person asks twenty times at once', async () => {
    const plan = await club.plan(ann);
    await club.ask(ann, 'set-coupon', { plan_id: plan.id, code: 'ONE', percent_off: 10, max_uses: 1 });
    const ask = (who: Account) => club.call(who, 'subscribe', { plan_id: plan.id, coupon_code: 'one', ...PAGES });
    const same = await atOnce(20, () => ask(bob));
    expect(tally(same)).toEqual({ 200: 20 });
    expect(new Set(same.map(({ body }) => body.payment_id)).size).toBe(1);
    const others = await club.people(3);
    expect(tally(await atOnce(3, (n) => ask(others[n] as Account)))).toEqual({ 409: 3 });
    expect(same[0]?.body.amount).toBe(9);
  });

  it('that is paid late begins all the same, past the limit', async () => {
    const plan = await club.plan(ann, { max_subscribers: 1 });
    const late = await club.subscribe(bob, plan);
    await club.pass(1 / 24);
    expect((await club.row(late.subscription_id)).status).toBe('expired');
    await club.subscribed(await club.person(), plan);
    await club.paid(late.payment_id);
    expect(await club.row(late.subscription_id)).toMatchObject({ status: 'active', payments_count: 1 });
  });

  it('that is paid twice keeps the money apart, to be refunded', async () => {
    const plan = await club.plan(ann);
    const first = await club.subscribe(bob, plan);
    await club.pass(1 / 24);
    const second = await club.subscribed(bob, plan);
    await club.paid(first.payment_id);
    const [charge] = await club.charges({ id: first.subscription_id });
    expect(charge.status).toBe('needs_attention');
    expect((await club.told(bob)).at(-1)).toBe('refund_needed');
    await club.refund(first.payment_id, 1000);
    expect((await club.charges({ id: first.subscription_id }))[0]).toMatchObject({
      status: 'refunded',
      refunded_minor: 1000,
    });
    expect((await club.row(second.id)).status).toBe('active');
  });

  it('unlocks nothing for a payment of another amount', async () => {
    const plan = await club.plan(ann);
    const asked = await club.subscribe(bob, plan);
    await club.rows(
      'UPDATE ext_subscriptions.charges SET amount_minor = 2000, list_minor = 2000 WHERE payment_id = $1',
      asked.payment_id,
    );
    await club.paid(asked.payment_id);
    expect((await club.row(asked.subscription_id)).status).toBe('incomplete');
    expect((await club.charges({ id: asked.subscription_id }))[0].status).toBe('needs_attention');
  });

  it('is left by nothing when the processor is away', async () => {
    const plan = await club.plan(ann, { max_subscribers: 1 });
    await club.shop.processor.outage({ calls: 1000 });
    const answer = await club.call(bob, 'subscribe', { plan_id: plan.id, ...PAGES });
    expect([answer.status, answer.body]).toEqual([502, { error: 'Payment processor unavailable' }]);
    await club.shop.processor.outage({ calls: 0 });
    await club.subscribed(bob, plan);
    expect(await club.entitled(bob, ann, { plan_id: plan.id })).toBe(true);
  });
});

describe('a trial', () => {
  it('costs nothing, and comes once from each seller', async () => {
    const [plan, other] = [await club.plan(ann, { trial_days: 14 }), await club.plan(ann, { trial_days: 7 })];
    const { subscription } = await club.subscribe(bob, plan);
    expect(subscription.status).toBe('trialing');
    expect(await club.entitled(bob, ann, { plan_id: plan.id })).toBe(true);
    expect((await club.subscribe(bob, other)).amount).toBe(10);
    expect((await club.ask(bob, 'get-plan', { plan_id: other.id })).offer.trial_days).toBe(0);
  });

  it('expires when it is not paid, and goes on when it is', async () => {
    const plan = await club.plan(ann, { trial_days: 14 });
    const cid = await club.person();
    const [left, stays] = [await club.subscribed(bob, plan), await club.subscribed(cid, plan)];
    await club.pass(12);
    expect(await club.told(bob)).toEqual(['started', 'renewal_due']);
    const { payment_id, period_start } = await club.renew(cid, stays);
    await club.paid(payment_id);
    const paid = await club.row(stays.id);
    expect(paid.status).toBe('active');
    expect(new Date(period_start)).toEqual(paid.trial_ends_at);
    await club.pass(3);
    expect([(await club.row(left.id)).status, (await club.row(stays.id)).status]).toEqual(['expired', 'active']);
  });
});
