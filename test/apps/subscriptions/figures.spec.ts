import { FoldFigures } from '../../../src/apps/subscriptions/jobs/fold-figures.job.js';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Club } from './club.js';

let club: Club;
let ann: Account;
beforeAll(async () => {
  club = await Club.start();
});
beforeEach(async () => {
  ann = await club.seller();
});
afterEach(() => club.expectSound());
afterAll(() => club.stop());

const DAY_MS = 24 * 60 * 60 * 1000;
const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);
const YEAR = { from: day(-364), to: day(1) };
const leave = ({ client }: Account) => client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
const stats = async (days: object = YEAR) => (await club.ask(ann, 'stats', days)).stats;

/** The same figures, from every charge and subscription of the seller. */
async function counted({ from, to }: { from: string; to: string }): Promise<any> {
  const within = (moment: string) => `${moment} >= $2::date AND ${moment} < $3::date + 1`;
  const [figures] = await club.rows(
    `SELECT
       (SELECT coalesce(sum(amount_minor), 0)::int FROM ext_subscriptions.charges c
        WHERE c.seller_id = $1 AND ${within('paid_at')}) AS revenue,
       (SELECT coalesce(sum(refunded_minor), 0)::int FROM ext_subscriptions.charges c
        WHERE c.seller_id = $1 AND ${within('paid_at')}) AS refunds,
       (SELECT count(*)::int FROM ext_subscriptions.charges c WHERE c.seller_id = $1 AND kind = 'renewal'
          AND paid_at > due_at AND ${within('paid_at')}) AS recovered,
       (SELECT count(*)::int FROM ext_subscriptions.subscriptions s WHERE s.seller_id = $1 AND source = 'purchase'
          AND ${within('started_at')}) AS new,
       (SELECT count(*)::int FROM ext_subscriptions.subscriptions s WHERE s.seller_id = $1 AND started_at IS NOT NULL
          AND ${within('ended_at')}) AS churned,
       (SELECT count(*)::int FROM ext_subscriptions.subscriptions s WHERE s.seller_id = $1 AND started_at < $2::date
          AND (ended_at IS NULL OR ended_at >= $2::date)) AS live_before,
       (SELECT avg((paid_at IS NOT NULL)::int)::float8 FROM ext_subscriptions.charges c WHERE c.seller_id = $1
          AND kind = 'renewal' AND status <> 'void' AND due_at <= now() AND ${within('due_at')}) AS renewal_rate`,
    ann.id,
    from,
    to,
  );
  return figures;
}

async function expectCounted(days: { from: string; to: string }): Promise<void> {
  const { revenue, refunds, live_before, renewal_rate, ...counts } = await counted(days);
  const usd = (minor: number) => (minor ? { usd: minor / 100 } : {});
  const shown = await stats(days);
  expect(shown).toMatchObject({ ...counts, revenue: usd(revenue), refunds: usd(refunds) });
  const rounded = (rate: number | null) => (rate === null ? null : Math.round(rate * 10_000) / 10_000);
  expect(shown.renewal_rate).toBe(rounded(renewal_rate));
  expect(shown.churn_rate).toBe(live_before ? rounded(counts.churned / live_before) : null);
  const { totals } = await club.ask(ann, 'list-subscribers');
  expect(totals).toEqual(await statuses());
}

/** How many subscriptions of the seller have each status. */
async function statuses(): Promise<Record<string, number>> {
  const rows = await club.rows(
    `SELECT status, count(*)::int AS n FROM ext_subscriptions.subscriptions
     WHERE seller_id = $1 AND status <> 'incomplete' GROUP BY status`,
    ann.id,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

it('the figures of days are those of all charges and subscriptions, whatever has happened to them', async () => {
  const weekly = await club.plan(ann, { interval: 'week', grace_days: 4 });
  const trial = await club.plan(ann, { interval: 'week', trial_days: 2, price: 20 });
  const people = await club.people(6);
  const members = [];
  for (const who of people) members.push(await club.subscribed(who, weekly));
  const tried = await club.subscribed(people[0] as Account, trial);
  await club.subscribed(people[1] as Account, trial);
  await club.paid((await club.renew(people[0] as Account, tried)).payment_id);
  await club.pass(5);
  for (const at of [0, 1, 2]) await club.paid((await club.renew(people[at] as Account, members[at])).payment_id);
  await club.pass(4);
  await club.paid((await club.renew(people[3] as Account, members[3])).payment_id);
  const [first] = await club.charges(members[3]);
  await club.refund(first.payment_id, 400);
  const cancelling = { subscription_id: members[2].id, reason: 'not_used', immediately: true };
  await club.ask(people[2] as Account, 'cancel-subscription', cancelling);
  await club.pass(3);
  const paid = (await club.charges(members[0])).find(({ kind }) => kind === 'initial');
  await club.refund(paid.payment_id, 1000);
  for (const days of [
    YEAR,
    { from: day(-5), to: day(-1) },
    { from: day(0), to: day(0) },
    { from: day(-30), to: day(-8) },
  ])
    await expectCounted(days);
  expect(await stats()).toMatchObject({ trial_conversion: 0.5, cancel_reasons: { not_used: 1 }, recovered: 1 });
});

it('what is due later today is not due yet', async () => {
  const plan = await club.plan(ann, { interval: 'week' });
  const [bob, eve] = (await club.people(2)) as [Account, Account];
  const subscription = await club.subscribed(bob, plan);
  await club.subscribed(eve, plan);
  await club.pass(6);
  const set = 'UPDATE ext_subscriptions.charges SET due_at =';
  await club.rows(`${set} now() + interval '1 minute' WHERE status = 'open' AND owner_id = $1`, bob.id);
  await club.rows(`${set} now() - interval '1 millisecond' WHERE status = 'open' AND owner_id = $1`, eve.id);
  const around = { from: day(-1), to: day(1) };
  expect((await stats(around)).renewal_rate).toBe(0);
  await club.rows(`${set} now() - interval '1 millisecond' WHERE status = 'open' AND owner_id = $1`, bob.id);
  await club.paid((await club.renew(bob, subscription)).payment_id);
  expect((await stats(around)).renewal_rate).toBe(0.5);
});

it('twenty payments and refunds at once, while twenty jobs make one row of several, are counted once each', async () => {
  const plan = await club.plan(ann, { interval: 'week' });
  const people = await club.people(10);
  const asked = await Promise.all(people.map((who) => club.subscribe(who, plan)));
  await Promise.all([...asked.map(({ payment_id }) => club.paid(payment_id)), atOnce(20, () => club.run(FoldFigures))]);
  await Promise.all([
    ...asked.slice(0, 5).map(({ payment_id }) => club.refund(payment_id, 100)),
    ...asked.slice(5).map(({ payment_id }) => club.refund(payment_id, 1000)),
    atOnce(20, () => club.run(FoldFigures)),
  ]);
  expect(await stats()).toMatchObject({ new: 10, churned: 5, revenue: { usd: 100 }, refunds: { usd: 55 } });
  await club.run(FoldFigures);
  const left = await club.rows(
    'SELECT figure FROM ext_subscriptions.seller_days WHERE seller_id = $1 ORDER BY 1',
    ann.id,
  );
  expect(left.map(({ figure }) => figure)).toEqual(['begun', 'churned', 'new', 'refunds', 'revenue', 'terms', 'terms']);
  expect(await stats()).toMatchObject({ new: 10, churned: 5, revenue: { usd: 100 }, refunds: { usd: 55 } });
});

it('payments are counted once each while all days are counted anew', async () => {
  const plan = await club.plan(ann, { interval: 'week' });
  const people = await club.people(10);
  const asked = await Promise.all(people.map((who) => club.subscribe(who, plan)));
  await Promise.all([
    ...asked.map(({ payment_id }) => club.paid(payment_id)),
    atOnce(5, async () => {
      for (let times = 0; times < 5; times++) await club.rows('SELECT ext_subscriptions.count_anew()');
      await club.run(FoldFigures);
    }),
  ]);
  expect(await stats()).toMatchObject({ new: 10, revenue: { usd: 100 } });
});

it('subscribers whose accounts are gone are counted no more, and the days of a seller go with the account', async () => {
  const plan = await club.plan(ann);
  const [bob, eve] = (await club.people(2)) as [Account, Account];
  await club.subscribed(bob, plan);
  await club.subscribed(eve, plan);
  await leave(bob);
  await expectCounted(YEAR);
  await leave(ann);
  expect(await club.rows('SELECT FROM ext_subscriptions.seller_days WHERE seller_id = $1', ann.id)).toEqual([]);
});
