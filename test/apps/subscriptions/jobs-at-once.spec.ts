import { AutoResume } from '../../../src/apps/subscriptions/jobs/auto-resume.job.js';
import { OpenRenewals } from '../../../src/apps/subscriptions/jobs/open-renewals.job.js';
import { RollPeriods } from '../../../src/apps/subscriptions/jobs/roll-periods.job.js';
import { SendReminders } from '../../../src/apps/subscriptions/jobs/send-reminders.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { Crowd } from './crowd.js';

const DAY_MS = 24 * 60 * 60 * 1000;

let club: Crowd;
let ann: Account;
beforeAll(async () => {
  club = await Crowd.start();
  ann = await club.seller();
});
afterEach(() => club.expectSound());
afterAll(() => club.stop());

const open = (ids: string[]) =>
  club.rows(
    `SELECT * FROM ext_subscriptions.charges WHERE subscription_id = ANY ($1::uuid[]) AND status = 'open'`,
    ids,
  );
const history = (ids: string[], type: string) =>
  club.rows('SELECT FROM ext_subscriptions.history WHERE subscription_id = ANY ($1::uuid[]) AND type = $2', ids, type);

describe('notices of one batch', () => {
  it('have their own data, and each the number of unread ones as it was after it', async () => {
    const bob = await club.person();
    const plans = [];
    for (const price of [10, 20, 30])
      plans.push(await club.plan(ann, { price, interval: 'week', name: `Club ${price}` }));
    for (const plan of plans) await club.subscribed(bob, plan);
    const others = await club.join(plans[0], 5);
    await club.rows('DELETE FROM notifications.notifications WHERE user_id = $1', bob.id);
    await club.rows(
      `UPDATE ext_subscriptions.subscriptions SET period_end = now() + interval '1 day' WHERE owner_id = $1`,
      bob.id,
    );
    await club.run(OpenRenewals);
    const notices = await club.notices(bob, 'renewal_due');
    const charges = await club.rows(
      `SELECT id, subscription_id, plan_id, amount_minor FROM ext_subscriptions.charges WHERE owner_id = $1 AND status = 'open'`,
      bob.id,
    );
    expect(notices).toHaveLength(3);
    for (const { data } of notices) {
      const charge = charges.find(({ id }) => id === data.charge_id);
      expect(data).toMatchObject({ subscription_id: charge.subscription_id, plan_id: charge.plan_id });
      expect([data.amount, data.title]).toEqual([charge.amount_minor / 100, `Club ${charge.amount_minor / 100}`]);
    }
    const { body } = await bob.client.get('/v1/notifications').expect(200);
    expect(body.unread_count).toBe(3);
    const sent = await club.rows(
      `SELECT (data->>'unread_count')::int AS unread, data->'notification'->'data'->>'charge_id' AS charge FROM realtime.events
       WHERE stream = $1 AND data->'notification'->>'type' = 'subscriptions.renewal_due' ORDER BY seq`,
      `user:${bob.id}`,
    );
    expect(sent.map(({ unread }) => unread)).toEqual([1, 2, 3]);
    expect(sent.map(({ charge }) => charge).toSorted()).toEqual(charges.map(({ id }) => id).toSorted());
    expect(await open(others)).toHaveLength(5);
  });
});

describe('twenty jobs at once', () => {
  it('and renewals that are paid meanwhile: each is opened once, and begins the next period once', async () => {
    const plan = await club.plan(ann, { interval: 'week', grace_days: 5 });
    const people = await club.people(6);
    const members: any[] = [];
    for (const who of people) members.push(await club.subscribed(who, plan));
    const ids = [...members.map(({ id }) => id), ...(await club.join(plan, 30))];
    const set = (end: string) =>
      club.rows(`UPDATE ext_subscriptions.subscriptions SET period_end = ${end} WHERE id = ANY ($1::uuid[])`, ids);
    await set(`now() + interval '1 day'`);
    const renew = (at: number) =>
      club.call(people[at] as Account, 'renew-subscription', { subscription_id: members[at].id, ...PAGES });
    const [answers] = await Promise.all([
      Promise.all(people.map((_, at) => renew(at))),
      atOnce(20, () => club.run(OpenRenewals)),
    ]);
    expect(tally(answers)).toEqual({ 200: 6 });
    expect(await open(ids)).toHaveLength(36);
    await club.rows(
      `UPDATE ext_subscriptions.charges SET period_start = period_start - interval '2 days', due_at = due_at - interval '2 days',
         period_end = period_end - interval '2 days' WHERE subscription_id = ANY ($1::uuid[])`,
      ids,
    );
    await set(`period_end - interval '2 days'`);
    const before = await Promise.all(members.map(({ id }) => club.row(id)));
    await Promise.all([
      ...answers.map(({ body }) => club.paid(body.payment_id)),
      atOnce(20, () => club.run(RollPeriods)),
    ]);
    for (const [at, { id }] of members.entries()) {
      const after = await club.row(id);
      expect([after.status, after.payments_count]).toEqual(['active', 2]);
      expect(+after.period_end - +before[at].period_end).toBe(7 * DAY_MS);
    }
    expect(await club.statuses(ids)).toEqual({ active: 6, past_due: 30 });
    await atOnce(20, () => club.run(SendReminders));
    const reminded = await club.rows(
      `SELECT FROM notifications.notifications n JOIN ext_subscriptions.subscriptions s ON s.owner_id = n.user_id
       WHERE s.id = ANY ($1::uuid[]) AND n.type = 'subscriptions.payment_reminder'`,
      ids,
    );
    expect(reminded).toHaveLength(30);
  });

  it('change the plan of a subscription that costs nothing once, and only of one of two that lead to the same plan', async () => {
    const [from, also, to] = [await club.rich(ann), await club.rich(ann), await club.rich(ann, { price: 5 })];
    const over = { period_end: `now() - interval '1 minute'`, pending_price_minor: '500', credit_minor: '500' };
    const values = { ...over, pending_plan_id: `'${to.id}'` };
    const ids = await club.join(from, 20, values);
    const [twice] = await club.join(also, 1, values);
    await club.rows(
      `UPDATE ext_subscriptions.subscriptions SET owner_id = (SELECT owner_id FROM ext_subscriptions.subscriptions WHERE id = $1),
         period_end = period_end + interval '1 second' WHERE id = $2`,
      ids[0],
      twice,
    );
    await atOnce(20, () => club.run(RollPeriods));
    // Two jobs at once can share the rows out, so the change that fell due later can be the first.
    expect(await club.statuses([ids[0] as string, twice as string])).toEqual({ active: 1, expired: 1 });
    expect(await club.statuses(ids.slice(1))).toEqual({ active: 19 });
    const all = [...ids, twice as string];
    expect(await history(all, 'plan_changed')).toHaveLength(20);
    expect(await club.access(all)).toMatchObject({ courses: 20, products: 20, licenses: 20 });
    const seats = 'SELECT seats_taken FROM ext_subscriptions.plans WHERE id = $1';
    for (const [{ id }, taken] of [
      [from, 0],
      [also, 0],
      [to, 20],
    ] as const)
      expect(await club.rows(seats, id)).toEqual([{ seats_taken: taken }]);
  });

  it('and those who resume by themselves end a pause once: what is paid ends as much later as it was long', async () => {
    const plan = await club.rich(ann, { interval: 'week' });
    const people = await club.people(5);
    const members: any[] = [];
    for (const who of people) members.push(await club.subscribed(who, plan));
    for (const [at, { id }] of members.entries())
      await club.ask(people[at] as Account, 'pause-subscription', { subscription_id: id, days: 3 });
    const ids = members.map(({ id }) => id);
    expect(await club.access(ids)).toMatchObject({ courses: 0, products: 0, licenses: 0 });
    for (const set of [
      `subscriptions SET paused_at = paused_at - interval '3 days', resumes_at = now() WHERE id`,
      `charges SET period_start = period_start - interval '3 days', period_end = period_end - interval '3 days'
       WHERE subscription_id`,
    ])
      await club.rows(`UPDATE ext_subscriptions.${set} = ANY ($1::uuid[])`, ids);
    const [answers] = await Promise.all([
      Promise.all(
        members.map(({ id }, at) => club.call(people[at] as Account, 'resume-subscription', { subscription_id: id })),
      ),
      atOnce(20, () => club.run(AutoResume)),
    ]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await club.statuses(ids)).toEqual({ active: 5 });
    expect(await history(ids, 'resumed')).toHaveLength(5);
    expect(await club.access(ids)).toMatchObject({ courses: 5, products: 5, licenses: 5 });
    for (const { id } of members) {
      const { period_end } = await club.row(id);
      const [charge] = await club.charges({ id });
      expect(Math.abs(+charge.period_end - +period_end)).toBeLessThanOrEqual(2000);
    }
  });
});
