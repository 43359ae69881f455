import { deadlocks } from '../../support/deadlocks.js';
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

const WEEK = { interval: 'week' };
const DAY = 86_400_000;

describe('a cancellation', () => {
  it('ends with the paid period, is told to the other side, and can be taken back', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, WEEK));
    const input = { subscription_id: subscription.id };
    const why = { reason: 'not_used', comment: 'Too little time.' };
    const { subscription: ending } = await club.ask(bob, 'cancel-subscription', { ...input, ...why });
    expect(ending).toMatchObject({ status: 'active', cancel_at_period_end: true, canceled_by: 'subscriber' });
    expect((await club.told(ann)).at(-1)).toBe('canceled');
    const told = (await club.told(ann)).length;
    await club.ask(bob, 'cancel-subscription', input);
    expect(await club.told(ann)).toHaveLength(told);
    const back = (await club.ask(bob, 'resume-subscription', input)).subscription;
    expect(back).toMatchObject({ cancel_at_period_end: false, cancel_reason: null });
    await club.expectRefused(bob, 'resume-subscription', input, 409, 'Nothing to resume');
    await club.ask(bob, 'cancel-subscription', { ...input, ...why });
    await club.pass(8);
    expect(await club.row(subscription.id)).toMatchObject({ status: 'canceled', cancel_reason: 'not_used' });
    expect(await club.entitled(bob, ann)).toBe(false);
    await club.expectRefused(bob, 'cancel-subscription', input, 409, 'Subscription has ended');
    const { stats } = await club.ask(ann, 'stats', { from: '2000-01-01' });
    expect(stats.cancel_reasons.not_used).toBe(1);
  });

  it('by the seller, or at once, or of what is past due', async () => {
    const plan = await club.plan(ann, WEEK);
    const cid = await club.person();
    const [one, two] = [await club.subscribed(bob, plan), await club.subscribed(cid, plan)];
    const { subscription } = await club.ask(ann, 'cancel-subscription', { subscription_id: one.id });
    expect(subscription).toMatchObject({ canceled_by: 'seller', cancel_at_period_end: true });
    expect((await club.told(bob)).at(-1)).toBe('canceled');
    const now = await club.ask(cid, 'cancel-subscription', { subscription_id: two.id, immediately: true });
    expect(now.subscription.status).toBe('canceled');
    const stranger = { subscription_id: one.id };
    await club.expectRefused(await club.person(), 'cancel-subscription', stranger, 403, 'Forbidden');
  });
});

describe('a pause', () => {
  it('keeps the rest of the paid time', async () => {
    const subscription = await club.subscribed(bob, await club.plan(ann, { ...WEEK, max_pause_days: 20 }));
    await club.pass(2);
    const input = { subscription_id: subscription.id };
    const { subscription: paused } = await club.ask(bob, 'pause-subscription', { ...input, days: 10 });
    expect(paused.status).toBe('paused');
    expect(Math.abs(paused.pause_left_seconds - 5 * 86_400)).toBeLessThan(60);
    expect(await club.entitled(bob, ann)).toBe(false);
    expect((await club.told(ann)).at(-1)).toBe('paused');
    await club.pass(8);
    expect((await club.row(subscription.id)).status).toBe('paused');
    await club.pass(3);
    const after = await club.row(subscription.id);
    expect(after.status).toBe('active');
    expect(Math.abs(+after.period_end - Date.now() - 5 * DAY)).toBeLessThan(60_000);
    const [charge] = await club.charges(subscription);
    expect(Math.abs(+charge.period_end - +after.period_end)).toBeLessThan(60_000);
    expect(await club.entitled(bob, ann)).toBe(true);
  });

  it('is refused where it cannot be', async () => {
    const never = await club.subscribed(bob, await club.plan(ann));
    const pause = (id: string, days: number, error: string) =>
      club.expectRefused(bob, 'pause-subscription', { subscription_id: id, days }, 409, error);
    await pause(never.id, 5, 'This plan cannot be paused');
    const plan = await club.plan(ann, { max_pause_days: 10, trial_days: 5 });
    const trial = await club.subscribed(bob, plan);
    await pause(trial.id, 5, 'Only an active subscription can be paused');
    const once = await club.subscribed(bob, await club.plan(ann, { max_pause_days: 10 }));
    await pause(once.id, 11, 'Pause is at most 10 days');
    for (let times = 0; times < 2; times++) {
      await club.ask(bob, 'pause-subscription', { subscription_id: once.id, days: 5 });
      await club.ask(bob, 'resume-subscription', { subscription_id: once.id });
    }
    await pause(once.id, 5, 'Only 2 pauses in 365 days');
    await pause(once.id, 11, 'Pause is at most 10 days');
    await pause(trial.id, 11, 'Pause is at most 10 days');
  });
});

describe('a grant', () => {
  it('gives time without a payment, also past the limit, and ends by itself', async () => {
    const plan = await club.plan(ann, { ...WEEK, max_subscribers: 1 });
    await club.subscribed(await club.person(), plan);
    const grant = { plan_id: plan.id, user_id: bob.id, days: 5, note: 'Thank you' };
    const { subscription } = await club.ask(ann, 'grant-subscription', grant);
    expect(subscription).toMatchObject({ status: 'active', source: 'grant', payments_count: 0, owner_id: bob.id });
    expect(await club.told(bob)).toEqual(['granted']);
    const more = (await club.ask(ann, 'grant-subscription', grant)).subscription;
    expect(+new Date(more.period_end) - +new Date(subscription.period_end)).toBe(5 * DAY);
    await club.pass(11);
    expect((await club.row(subscription.id)).status).toBe('canceled');
    await club.expectRefused(ann, 'grant-subscription', { ...grant, user_id: ann.id }, 409, 'You own this plan');
    await club.expectRefused(ann, 'grant-subscription', { ...grant, user_id: plan.id }, 404, 'User not found');
    await club.expectRefused(bob, 'grant-subscription', grant, 403, 'Forbidden');
  });

  it('makes what is past due active again', async () => {
    const plan = await club.plan(ann, WEEK);
    const subscription = await club.subscribed(bob, plan);
    await club.pass(8);
    await club.ask(ann, 'grant-subscription', { plan_id: plan.id, user_id: bob.id, days: 30 });
    expect(await club.row(subscription.id)).toMatchObject({ status: 'active', grace_until: null });
    expect((await club.charges(subscription)).map(({ status }) => status)).toEqual(['paid', 'void']);
  });
});

describe('the subscribers of a seller', () => {
  it('are listed with what they have paid', async () => {
    const seller = await club.seller();
    const plan = await club.plan(seller, WEEK);
    await bob.client.patch('/v1/users/me', { username: 'bob_the_reader' }).expect(200);
    const subscription = await club.subscribed(bob, plan);
    await club.subscribed(await club.person(), plan);
    await club.ask(bob, 'cancel-subscription', { subscription_id: subscription.id, reason: 'other', comment: 'Bye' });
    const all = await club.ask(seller, 'list-subscribers');
    expect(all.subscribers).toHaveLength(2);
    expect(all.totals).toEqual({ active: 2 });
    const { subscribers } = await club.ask(seller, 'list-subscribers', { query: 'READER', ending: true });
    const left = { cancel_reason: 'other', comment: 'Bye' };
    expect(subscribers).toMatchObject([
      { user: { id: bob.id, username: 'bob_the_reader' }, paid_total: 10, payments_count: 1, ...left },
    ]);
    expect((await club.ask(bob, 'list-subscribers')).subscribers).toEqual([]);
    const mine = (await club.ask(bob, 'list-my-subscriptions')).subscriptions[0];
    expect(mine).toMatchObject({ id: subscription.id, plan: { name: 'Club' }, next: { action: 'ends' } });
    const copy = (await club.ask(bob, 'export')).export;
    expect([copy.subscriptions.length, copy.charges.length, copy.plans.length]).toEqual([1, 1, 0]);
  });
});

describe('a deleted account', () => {
  const leave = ({ client }: Account) =>
    client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);

  it('of a subscriber frees the seat', async () => {
    const plan = await club.plan(ann, { max_subscribers: 1 });
    await club.subscribed(bob, plan);
    await leave(bob);
    await club.subscribed(await club.person(), plan);
    expect(await club.rows('SELECT FROM ext_subscriptions.charges WHERE plan_id = $1', plan.id)).toHaveLength(2);
  });

  it('of a seller leaves subscribers the time that they have paid for', async () => {
    const seller = await club.seller();
    const subscription = await club.subscribed(bob, await club.plan(seller, WEEK));
    await leave(seller);
    await club.service.jobsDone();
    expect((await club.told(bob)).at(-1)).toBe('plan_ending');
    expect(await club.row(subscription.id)).toMatchObject({ status: 'active', seller_id: null });
    expect((await club.ask(bob, 'list-my-subscriptions')).subscriptions).toHaveLength(1);
    await club.pass(8);
    expect((await club.row(subscription.id)).status).toBe('canceled');
  });

  it('of a seller leaves nothing of a plan that nobody has paid for yet', async () => {
    const seller = await club.seller();
    const { payment_id } = await club.subscribe(bob, await club.plan(seller));
    await leave(seller);
    const left = await club.rows('SELECT * FROM ext_subscriptions.charges WHERE payment_id = $1', payment_id);
    expect(left).toMatchObject([{ status: 'void', seller_id: null, subscription_id: null }]);
    await club.paid(payment_id);
    expect((await club.told(bob)).at(-1)).toBe('refund_needed');
  });

  it('of a seller begins nothing for those who subscribe at that moment, and waits for nobody twice', async () => {
    const seller = await club.seller();
    const plan = await club.plan(seller);
    const people = await club.people(10);
    const before = await deadlocks(club.service);
    const calls = people.map((who) => club.call(who, 'subscribe', { plan_id: plan.id, ...PAGES }));
    const [, ...answers] = await Promise.all([leave(seller), ...calls]);
    // Who was first has a page, for which the seller does not answer any more.
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    const open = `SELECT FROM ext_subscriptions.subscriptions WHERE owner_id = ANY ($1) AND status = 'incomplete'`;
    const ids = people.map(({ id }) => id);
    expect(await club.rows(open, ids)).toEqual([]);
    expect(await deadlocks(club.service)).toBe(before);
  });
});
