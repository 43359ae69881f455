import type { Type } from '../../../src/apps/kernel/calls/action.js';
import { AnnounceChange } from '../../../src/apps/subscriptions/jobs/announce-change.job.js';
import { OpenRenewals } from '../../../src/apps/subscriptions/jobs/open-renewals.job.js';
import { RollPeriods } from '../../../src/apps/subscriptions/jobs/roll-periods.job.js';
import { SendReminders } from '../../../src/apps/subscriptions/jobs/send-reminders.job.js';
import type { Job } from '../../../src/jobs/job.js';
import { atOnce } from '../../account/at-once.js';
import { Crowd } from './crowd.js';

/** More than the 500 of a batch. */
const FIRST = 510;
const HOUR_MS = 60 * 60 * 1000;
const OVER = `now() - interval '1 minute'`;

let club: Crowd;
let plan: { id: string };
beforeAll(async () => {
  club = await Crowd.start();
  plan = await club.plan(await club.seller());
});
afterEach(() => club.expectSound());
afterAll(() => club.stop());

/** How many notices of the type there are of these subscriptions, and to how many of them. */
async function notified(ids: string[], type: string): Promise<{ notices: number; members: number }> {
  const [row] = await club.rows(
    `SELECT count(*)::int AS notices, count(DISTINCT data->>'subscription_id')::int AS members
     FROM notifications.notifications WHERE type = $1 AND data->>'subscription_id' = ANY ($2::text[])`,
    `subscriptions.${type}`,
    ids,
  );
  return row;
}

/** Nobody can write a notice to this subscriber until the work is done: who tries meets a lock timeout. */
async function withoutNotices(id: string, work: () => Promise<void>): Promise<void> {
  const other = await club.service.database.connect();
  try {
    await other.query('BEGIN');
    const account = `SELECT FROM account.users WHERE id = (SELECT owner_id FROM ext_subscriptions.subscriptions WHERE id = $1)`;
    await other.query(`${account} FOR UPDATE`, [id]);
    await work();
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
}

interface Scenario {
  job: Type<Job>;
  notice: string;
  values: Record<string, string>;
  /** Of the last subscription, so that it is in the second batch. */
  later: string;
}

const SCENARIOS: Record<string, Scenario> = {
  'renewals are opened': {
    job: OpenRenewals,
    notice: 'renewal_due',
    values: {},
    later: `period_end = period_end + interval '1 minute'`,
  },
  'periods begin anew': {
    job: RollPeriods,
    notice: 'renewed',
    values: { period_end: OVER, price_minor: '0' },
    later: `period_end = period_end + interval '1 second'`,
  },
  'another price is announced': {
    job: AnnounceChange,
    notice: 'price_change',
    values: { next_price_minor: '1200', next_price_from: `now() + interval '40 days'` },
    later: 'status = status',
  },
  'reminders are sent': {
    job: SendReminders,
    notice: 'payment_reminder',
    values: { status: `'past_due'`, period_end: OVER, grace_until: `now() + interval '7 days'` },
    later: `period_end = period_end + interval '1 second'`,
  },
};

/** The open charges of those that are past due. */
const owe = (ids: string[]) =>
  club.rows(
    `INSERT INTO ext_subscriptions.charges (owner_id, seller_id, subscription_id, plan_id, kind, period_start, period_end,
       list_minor, discount_minor, credit_minor, amount_minor, currency, status, due_at)
     SELECT owner_id, seller_id, id, plan_id, 'renewal', period_end, period_end + interval '30 days', price_minor, 0, 0,
       price_minor, currency, 'open', period_end
     FROM ext_subscriptions.subscriptions WHERE id = ANY ($1::uuid[]) AND status = 'past_due'`,
    ids,
  );

it.each(Object.entries(SCENARIOS))(
  '%s: when a lock timeout ends the job between two batches, the next ones, at once, notify only the rest',
  async (_, { job, notice, values, later }) => {
    const first = await club.join(plan, FIRST, values);
    const [last] = (await club.join(plan, 1, values)) as [string];
    const ids = [...first, last];
    await club.rows(`UPDATE ext_subscriptions.subscriptions SET ${later} WHERE id = $1`, last);
    await owe(ids);
    const data = { plan_id: plan.id, what: 'price', at: new Date(Date.now() - HOUR_MS).toISOString() };
    const run = () => club.service.app.get<Job>(job, { strict: false }).run(data, '');
    await withoutNotices(last, () => expect(run()).rejects.toMatchObject({ code: '55P03' }));
    expect(await notified(ids, notice)).toEqual({ notices: 500, members: 500 });
    await atOnce(2, run);
    expect(await notified(ids, notice)).toEqual({ notices: ids.length, members: ids.length });
    await run();
    expect(await notified(ids, notice)).toEqual({ notices: ids.length, members: ids.length });
    const events = await club.rows(
      `SELECT FROM events.domain_events WHERE type = $1 AND data->>'subscription_id' = ANY ($2::text[])`,
      `subscriptions.${notice}`,
      ids,
    );
    expect(events).toHaveLength(ids.length);
    await club.end(ids);
  },
);
