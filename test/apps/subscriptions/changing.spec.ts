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

const expectRefusal = (subscription: { id: string }, plan: { id: string }, error: string, status = 409) =>
  club.expectRefused(
    bob,
    'change-plan',
    { subscription_id: subscription.id, plan_id: plan.id, ...PAGES },
    status,
    error,
  );

describe('a dearer plan', () => {
  it('costs its price without the unused time, and begins at once', async () => {
    const [small, big] = [
      await club.plan(ann, { interval: 'week' }),
      await club.plan(ann, { interval: 'week', price: 25 }),
    ];
    const subscription = await club.subscribed(bob, small);
    await club.pass(3.5);
    const { preview } = await club.change(bob, subscription, big, { preview: true });
    expect(preview.direction).toBe('upgrade');
    expect(preview.credit).toBeCloseTo(5, 1);
    expect(preview.credit + preview.amount).toBeCloseTo(25, 5);
    expect(preview.credit_left).toBe(0);
    expect((await club.charges(subscription)).length).toBe(1);
    const asked = await club.change(bob, subscription, big);
    expect(asked.amount).toBeCloseTo(preview.amount, 1);
    expect((await club.change(bob, subscription, big)).payment_id).toBe(asked.payment_id);
    expect((await club.row(subscription.id)).plan_id).toBe(small.id);
    await club.paid(asked.payment_id);
    const after = await club.row(subscription.id);
    expect(after).toMatchObject({ plan_id: big.id, price_minor: 2500, status: 'active', credit_minor: 0 });
    expect(Math.abs(+after.period_end - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    expect((await club.told(bob)).at(-1)).toBe('plan_changed');
    const [small_now] = await club.rows('SELECT seats_taken FROM ext_subscriptions.plans WHERE id = $1', small.id);
    expect(small_now.seats_taken).toBe(0);
  });

  it('is paid for by the time that is left, where that is enough', async () => {
    // Not by the month: a renewal opens 30 days ahead, so a month of 31 days cannot be renewed on its first day.
    const [year, week] = [
      await club.plan(ann, { interval: 'year', price: 100 }),
      await club.plan(ann, { interval: 'week', price: 20 }),
    ];
    const subscription = await club.subscribed(bob, year);
    const { subscription: after } = await club.change(bob, subscription, week);
    expect(after).toMatchObject({ plan_id: week.id, status: 'active' });
    expect(after.credit).toBeCloseTo(80, 1);
    const { subscription: renewed } = await club.renew(bob, subscription);
    expect(renewed.credit).toBeCloseTo(60, 1);
  });

  it('is paid for once, by twenty calls at once', async () => {
    const [small, big] = [await club.plan(ann), await club.plan(ann, { price: 30 })];
    const subscription = await club.subscribed(bob, small);
    const input = { subscription_id: subscription.id, plan_id: big.id, ...PAGES };
    const answers = await atOnce(20, () => club.call(bob, 'change-plan', input));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.payment_id)).size).toBe(1);
  });

  it('that nobody pays leaves the subscription as it is', async () => {
    const [small, big] = [
      await club.plan(ann, { interval: 'week' }),
      await club.plan(ann, { interval: 'week', price: 30 }),
    ];
    const subscription = await club.subscribed(bob, small);
    await club.pass(5);
    await club.change(bob, subscription, big);
    await club.pass(1 / 24);
    const open = (await club.charges(subscription)).find(({ status }) => status === 'open');
    expect(open).toMatchObject({ kind: 'renewal', plan_id: small.id });
    expect((await club.row(subscription.id)).plan_id).toBe(small.id);
  });
});

describe('a cheaper plan', () => {
  it('begins with the next period, and can be taken back', async () => {
    const [big, small] = [
      await club.plan(ann, { interval: 'week', price: 20 }),
      await club.plan(ann, { interval: 'week', price: 5 }),
    ];
    const subscription = await club.subscribed(bob, big);
    await club.pass(5);
    const { preview } = await club.change(bob, subscription, small, { preview: true });
    expect(preview).toMatchObject({ direction: 'downgrade', amount: 5, credit: 0, credit_left: 0 });
    const { subscription: later } = await club.change(bob, subscription, small);
    expect(later).toMatchObject({ plan_id: big.id, pending_plan_id: small.id });
    const { next } = await club.ask(bob, 'get-subscription', { subscription_id: subscription.id });
    expect(next).toMatchObject({ action: 'changes_plan', plan_id: small.id, amount: 5 });
    const { subscription: back } = await club.change(bob, subscription, big);
    expect(back.pending_plan_id).toBeNull();
    await club.change(bob, subscription, small);
    const asked = await club.renew(bob, subscription);
    expect(asked.amount).toBe(5);
    await club.paid(asked.payment_id);
    expect(await club.row(subscription.id)).toMatchObject({
      plan_id: small.id,
      price_minor: 500,
      pending_plan_id: null,
    });
  });
});

describe('a change of plan', () => {
  it('within a trial happens at once, and the end of the trial stays', async () => {
    const [one, two] = [await club.plan(ann, { trial_days: 14 }), await club.plan(ann, { price: 30 })];
    const subscription = await club.subscribed(bob, one);
    const { subscription: after } = await club.change(bob, subscription, two);
    expect(after).toMatchObject({ plan_id: two.id, price: 30, status: 'trialing' });
    expect(new Date(after.trial_ends_at)).toEqual(subscription.trial_ends_at);
  });

  it('is refused where it cannot be', async () => {
    const plan = await club.plan(ann, { interval: 'week', max_pause_days: 30 });
    const other = await club.plan(ann, { interval: 'week', price: 20 });
    const subscription = await club.subscribed(bob, plan);
    await expectRefusal(subscription, plan, 'Already on this plan');
    await expectRefusal(subscription, await club.plan(await club.person()), 'Plan not found', 404);
    await expectRefusal(subscription, await club.plan(ann, { currency: 'eur' }), 'Currencies differ');
    const old = await club.plan(ann);
    await club.ask(ann, 'archive-plan', { plan_id: old.id });
    await expectRefusal(subscription, old, 'Plan takes no new subscribers');
    const full = await club.plan(ann, { price: 0, max_subscribers: 1 });
    await club.subscribed(await club.person(), full);
    await expectRefusal(subscription, full, 'Plan is full');
    const also = await club.plan(ann, { price: 0 });
    await club.subscribed(bob, also);
    await expectRefusal(subscription, also, 'Already subscribed to this plan');
    await club.ask(bob, 'pause-subscription', { subscription_id: subscription.id, days: 5 });
    await expectRefusal(subscription, other, 'Resume the subscription first');
    await club.ask(bob, 'resume-subscription', { subscription_id: subscription.id });
    await club.pass(8);
    await expectRefusal(subscription, other, 'Pay the open charge first');
    await club.ask(bob, 'cancel-subscription', { subscription_id: subscription.id });
    await expectRefusal(subscription, other, 'Subscription has ended');
  });
});
