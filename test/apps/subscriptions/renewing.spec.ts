import { atOnce, tally } from '../../account/at-once.js';
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

const refuse = (who: Account, { id }: { id: string }, error: string) =>
  club.expectRefused(who, 'renew-subscription', { subscription_id: id, ...PAGES }, 409, error);
const last = async (subscription: { id: string }) => (await club.charges(subscription)).at(-1);

describe('a renewal', () => {
  it('is opened ahead, announced, and paid once: the period begins where the last one ended', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { interval: 'week' }));
    await club.pass(3);
    expect(await club.charges(subscription)).toHaveLength(1);
    await club.pass(2);
    expect((await club.told(bob)).at(-1)).toBe('renewal_due');
    const before = await club.row(subscription.id);
    const asked = await club.renew(bob, subscription);
    expect(asked).toMatchObject({ amount: 10, period_start: before.period_end.toISOString() });
    expect((await club.renew(bob, subscription)).payment_id).toBe(asked.payment_id);
    await club.paid(asked.payment_id);
    const after = await club.row(subscription.id);
    expect(+after.period_end - +before.period_end).toBe(7 * 86_400_000);
    expect(after.payments_count).toBe(2);
    expect((await club.told(bob)).at(-1)).toBe('renewed');
  });

  it('of twenty calls at once is one charge with one page', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { interval: 'week' }));
    const input = { subscription_id: subscription.id, ...PAGES };
    const answers = await atOnce(20, () => club.call(bob, 'renew-subscription', input));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.payment_id)).size).toBe(1);
    expect(await club.charges(subscription)).toHaveLength(2);
  });

  it('is refused where nothing is due, and to strangers', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { interval: 'year' }));
    await refuse(bob, subscription, 'Nothing is due yet');
    const input = { subscription_id: subscription.id, ...PAGES };
    await club.expectRefused(ann, 'renew-subscription', input, 403, 'Forbidden');
    await club.expectRefused(
      await club.person(),
      'get-subscription',
      { subscription_id: subscription.id },
      403,
      'Forbidden',
    );
  });

  it('that is not paid is past due, reminded of three times, and then expires', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { interval: 'week', grace_days: 6 }));
    await club.pass(8);
    expect((await club.row(subscription.id)).status).toBe('past_due');
    expect(await club.entitled(bob, ann)).toBe(true);
    const reminders = async () => (await club.told(bob)).filter((type) => type === 'payment_reminder').length;
    expect(await reminders()).toBe(1);
    await club.pass(2.5);
    expect(await reminders()).toBe(2);
    await club.pass(2);
    expect(await reminders()).toBe(3);
    await club.pass(1);
    expect((await club.row(subscription.id)).status).toBe('expired');
    expect(await club.entitled(bob, ann)).toBe(false);
    await refuse(bob, subscription, 'Subscription has ended');
  });

  it('that is paid in grace gains no time and loses none', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { interval: 'week' }));
    await club.pass(9);
    const { period_end } = await club.row(subscription.id);
    await club.paid((await club.renew(bob, subscription)).payment_id);
    const after = await club.row(subscription.id);
    expect(after).toMatchObject({ status: 'active', grace_until: null });
    expect(+after.period_end - +period_end).toBe(7 * 86_400_000);
    expect((await club.ask(ann, 'stats', {})).stats).toMatchObject({ recovered: 1 });
  });

  it('without grace expires at once', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { interval: 'week', grace_days: 0 }));
    await club.pass(8);
    expect((await club.row(subscription.id)).status).toBe('expired');
  });

  it('that is paid after the subscription has ended begins it again', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { interval: 'week', grace_days: 1 }));
    const asked = await club.renew(bob, subscription);
    await club.pass(9);
    expect((await club.row(subscription.id)).status).toBe('expired');
    await club.paid(asked.payment_id);
    const after = await club.row(subscription.id);
    expect([after.status, after.ended_at]).toEqual(['active', null]);
    expect(Math.abs(+after.period_end - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
  });

  it('that is paid twice by two pages is credit, which pays for the next one', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { interval: 'week' }));
    const first = await club.renew(bob, subscription);
    await club.rows(
      `UPDATE ext_subscriptions.charges SET checkout_expires_at = now() WHERE payment_id = $1`,
      first.payment_id,
    );
    const second = await club.renew(bob, subscription);
    expect(second.payment_id).not.toBe(first.payment_id);
    await club.paid(second.payment_id);
    await club.paid(first.payment_id);
    expect(await club.row(subscription.id)).toMatchObject({ credit_minor: 1000, payments_count: 3 });
    const { subscription: renewed } = await club.renew(bob, subscription);
    expect(renewed).toMatchObject({ status: 'active', credit: 0 });
  });

  it('uses the coupon for as many periods as it is for', async () => {
    const plan = await club.plan(ann, { interval: 'week' });
    await club.ask(ann, 'set-coupon', { plan_id: plan.id, code: 'TWO', percent_off: 50, periods: 2 });
    const subscription = await club.subscribed(bob, plan, { coupon_code: 'TWO' });
    const amounts = [(await last(subscription)).amount_minor];
    for (let period = 0; period < 2; period++) {
      await club.pass(6);
      const asked = await club.renew(bob, subscription);
      amounts.push(asked.amount * 100);
      await club.paid(asked.payment_id);
    }
    expect(amounts).toEqual([500, 500, 1000]);
  });

  it('of a free plan goes by itself', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { price: 0, interval: 'week' }));
    await club.pass(8);
    expect(await club.row(subscription.id)).toMatchObject({ status: 'active', payments_count: 0 });
    expect((await club.told(bob)).at(-1)).toBe('renewed');
  });
});

describe('another price', () => {
  it('is for new subscribers, and for present ones from 30 days on when the seller says so', async () => {
    const plan = await club.plan(ann, { interval: 'week' });
    const subscription = await club.subscribed(bob, plan);
    const change = { plan_id: plan.id, price: 15, apply_price_to_existing: true };
    const { affected } = await club.ask(ann, 'update-plan', change);
    expect(affected).toBe(1);
    await club.service.jobsDone();
    expect((await club.told(bob)).at(-1)).toBe('price_change');
    const row = await club.row(subscription.id);
    expect(row).toMatchObject({ price_minor: 1000, next_price_minor: 1500 });
    expect(+row.next_price_from).toBeGreaterThanOrEqual(Date.now() + 29.9 * 86_400_000);
    expect((+row.next_price_from - +row.period_end) % (7 * 86_400_000)).toBe(0);
    await club.paid((await club.renew(bob, subscription)).payment_id);
    expect((await last(subscription)).amount_minor).toBe(1000);
  });

  it('of a plan that the seller ends is paid by nobody', async () => {
    const plan = await club.plan(ann, { interval: 'week' });
    const subscription = await club.subscribed(bob, plan);
    expect((await club.ask(ann, 'archive-plan', { plan_id: plan.id, existing: 'end' })).affected).toBe(1);
    await club.service.jobsDone();
    expect((await club.told(bob)).at(-1)).toBe('plan_ending');
    await refuse(bob, subscription, 'The seller is ending this subscription');
    const resume = { subscription_id: subscription.id };
    await club.expectRefused(bob, 'resume-subscription', resume, 409, 'The seller is ending this subscription');
    await club.pass(8);
    expect((await club.row(subscription.id)).status).toBe('canceled');
  });
});

describe('a refund', () => {
  it('in part takes nothing, of the running period ends it at once, of a future one takes that time back', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { interval: 'week' }));
    const [first] = await club.charges(subscription);
    const asked = await club.renew(bob, subscription);
    await club.paid(asked.payment_id);
    const { period_end } = await club.row(subscription.id);
    await club.refund(asked.payment_id, 300);
    expect((await club.row(subscription.id)).period_end).toEqual(period_end);
    await club.refund(asked.payment_id, 1000);
    await club.refund(asked.payment_id, 1000);
    const shorter = await club.row(subscription.id);
    expect(+period_end - +shorter.period_end).toBe(7 * 86_400_000);
    await club.refund(first.payment_id, 1000);
    expect(await club.row(subscription.id)).toMatchObject({ status: 'canceled', canceled_by: 'system' });
    expect(await club.entitled(bob, ann)).toBe(false);
  });
});
