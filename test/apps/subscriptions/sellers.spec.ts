import type { Account } from '../../support/service.js';
import { Club } from './club.js';

let club: Club;
let ann: Account;
let bob: Account;

beforeAll(async () => {
  club = await Club.start();
});
beforeEach(async () => {
  [ann, bob] = [await club.seller(), await club.person()];
});
afterEach(() => club.expectSound());
afterAll(() => club.stop());

const DAYS_30 = 30 * 24 * 60 * 60 * 1000;

describe('the figures of a seller', () => {
  const stats = async () => (await club.ask(ann, 'stats')).stats;

  it('count as new who has paid or begun a trial, and not whom the seller gave it', async () => {
    const plan = await club.plan(ann, { price: 0 });
    await club.subscribed(bob, plan);
    await club.subscribed(await club.person(), await club.plan(ann, { trial_days: 3 }));
    const { id: user_id } = await club.person();
    await club.ask(ann, 'grant-subscription', { plan_id: plan.id, user_id, days: 5 });
    expect(await stats()).toMatchObject({ new: 2, live: { active: 2, trialing: 1 } });
  });

  it('count why people leave as soon as they say so, and not if they stay after all', async () => {
    const plan = await club.plan(ann, { price: 0 });
    const [eve, joe] = (await club.people(2)) as [Account, Account];
    const leave = async (who: Account, reason: string, immediately: boolean) => {
      const { id } = await club.subscribed(who, plan);
      await club.ask(who, 'cancel-subscription', { subscription_id: id, reason, immediately });
      return id;
    };
    await leave(bob, 'not_used', true);
    await leave(eve, 'not_used', false);
    const subscription_id = await leave(joe, 'switching', false);
    expect((await stats()).cancel_reasons).toEqual({ not_used: 2, switching: 1 });
    await club.ask(joe, 'resume-subscription', { subscription_id });
    expect(await stats()).toMatchObject({ cancel_reasons: { not_used: 2 }, churned: 1 });
    const { subscriptions } = await club.ask(eve, 'list-my-subscriptions');
    await club.ask(eve, 'cancel-subscription', { subscription_id: subscriptions[0].id, immediately: true });
    expect(await stats()).toMatchObject({ cancel_reasons: { not_used: 2 }, churned: 2 });
    const past = await club.ask(ann, 'stats', { from: '2020-01-01', to: '2020-01-31' });
    expect(past.stats.cancel_reasons).toEqual({});
  });
});

describe('a price that is applied to those who are there', () => {
  it('has its date at once: of the first renewal at least 30 days away', async () => {
    const plan = await club.plan(ann, { interval: 'week' });
    const { id } = await club.subscribed(bob, plan);
    const change = { plan_id: plan.id, price: 12, apply_price_to_existing: true };
    expect((await club.ask(ann, 'update-plan', change)).affected).toBe(1);
    const { subscription } = await club.ask(bob, 'get-subscription', { subscription_id: id });
    expect(subscription).toMatchObject({ price: 10, next_price: 12 });
    const [from, end] = [Date.parse(subscription.next_price_from), Date.parse(subscription.period_end)];
    expect((from - end) % (7 * 24 * 60 * 60 * 1000)).toBe(0);
    expect(from - Date.now()).toBeGreaterThanOrEqual(DAYS_30 - 60_000);
    await club.service.jobsDone();
    expect((await club.told(bob)).filter((type) => type === 'price_change')).toHaveLength(1);
    expect((await club.row(id)).next_price_from.toISOString()).toBe(subscription.next_price_from);
  });
});

describe('a plan that the seller ends', () => {
  it('is not changed to any more by those who wanted to later', async () => {
    const [dear, cheap] = [await club.plan(ann, { interval: 'week', price: 20 }), await club.plan(ann)];
    const member = await club.subscribed(bob, dear);
    await club.change(bob, member, cheap);
    await club.pass(5);
    expect((await club.charges(member)).at(-1)).toMatchObject({ plan_id: cheap.id, status: 'open' });
    await club.ask(ann, 'archive-plan', { plan_id: cheap.id, existing: 'end' });
    expect((await club.row(member.id)).pending_plan_id).toBeNull();
    expect((await club.charges(member)).at(-1)).toMatchObject({
      plan_id: dear.id,
      status: 'open',
      amount_minor: 2000,
    });
    await club.service.jobsDone();
    const told = await club.told(bob);
    expect(told.filter((type) => type === 'plan_ending')).toHaveLength(1);
    const { next } = await club.ask(bob, 'get-subscription', { subscription_id: member.id });
    expect(next).toMatchObject({ action: 'renews', plan_id: dear.id, amount: 20 });
  });

  it('is over at once for a subscriber who owes the next period', async () => {
    const plan = await club.plan(ann, { interval: 'week' });
    const member = await club.subscribed(bob, plan);
    await club.pass(8);
    expect((await club.row(member.id)).status).toBe('past_due');
    await club.ask(ann, 'archive-plan', { plan_id: plan.id, existing: 'end' });
    expect(await club.entitled(bob, ann)).toBe(false);
    await club.runJobs();
    expect(await club.row(member.id)).toMatchObject({ status: 'canceled', canceled_by: 'seller' });
  });
});

describe('the last day', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const end = (id: string, column: string, days: number) =>
    club.rows(
      `UPDATE ext_subscriptions.subscriptions SET ${column} = $2 WHERE id = $1`,
      id,
      new Date(Date.now() + days * DAY_MS),
    );

  it('of a canceled subscription ends the access, whether or not a job has run', async () => {
    const { id } = await club.subscribed(bob, await club.plan(ann, { interval: 'week' }));
    await end(id, 'period_end', -1);
    expect(await club.entitled(bob, ann)).toBe(true);
    await club.ask(bob, 'cancel-subscription', { subscription_id: id });
    expect(await club.ask(bob, 'check-entitlement', { seller_id: ann.id })).toMatchObject({
      entitled: false,
      status: 'active',
      until: null,
    });
    await end(id, 'period_end', 1);
    expect(await club.entitled(bob, ann)).toBe(true);
  });

  it('of grace ends the access, whether or not a job has run', async () => {
    const { id } = await club.subscribed(bob, await club.plan(ann, { interval: 'week' }));
    await club.pass(8);
    expect(await club.entitled(bob, ann)).toBe(true);
    await end(id, 'grace_until', -1);
    expect(await club.entitled(bob, ann)).toBe(false);
  });
});
