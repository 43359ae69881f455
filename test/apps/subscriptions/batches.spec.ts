import type { Type } from '../../../src/apps/kernel/calls/action.js';
import { AnnounceChange } from '../../../src/apps/subscriptions/jobs/announce-change.job.js';
import { ApplyBenefits } from '../../../src/apps/subscriptions/jobs/apply-benefits.job.js';
import { AutoResume } from '../../../src/apps/subscriptions/jobs/auto-resume.job.js';
import { EndBenefits } from '../../../src/apps/subscriptions/jobs/end-benefits.job.js';
import { EndGrace } from '../../../src/apps/subscriptions/jobs/end-grace.job.js';
import { ExpireIncomplete } from '../../../src/apps/subscriptions/jobs/expire-incomplete.job.js';
import { FoldFigures } from '../../../src/apps/subscriptions/jobs/fold-figures.job.js';
import { OpenRenewals } from '../../../src/apps/subscriptions/jobs/open-renewals.job.js';
import { RollPeriods } from '../../../src/apps/subscriptions/jobs/roll-periods.job.js';
import { SendReminders } from '../../../src/apps/subscriptions/jobs/send-reminders.job.js';
import type { Job } from '../../../src/jobs/job.js';
import { sentStatements } from '../../support/sent-statements.js';
import type { Account } from '../../support/service.js';
import { Crowd } from './crowd.js';

let club: Crowd;
let ann: Account;
let rich: any;
let other: any;
beforeAll(async () => {
  club = await Crowd.start();
  ann = await club.seller();
  rich = await club.rich(ann);
  other = await club.rich(ann, { price: 5 });
});
afterEach(() => club.expectSound());
afterAll(() => club.stop());

const OVER = `now() - interval '1 minute'`;
const run = (job: Type<Job>, data: object = {}) => club.service.app.get<Job>(job, { strict: false }).run(data, '');
const give = () => run(ApplyBenefits, { plan_id: rich.id });
const update = (ids: string[], set: string) =>
  club.rows(`UPDATE ext_subscriptions.subscriptions SET ${set} WHERE id = ANY ($1::uuid[])`, ids);

interface Scenario {
  job: Type<Job>;
  /** Subscriptions with something due. */
  prepare(count: number): Promise<string[]>;
  check(ids: string[]): Promise<void>;
}

const expectStatuses = async (ids: string[], status: string) =>
  expect(await club.statuses(ids)).toEqual({ [status]: ids.length });
const expectAccess = async (ids: string[], count = ids.length) =>
  expect(await club.access(ids)).toMatchObject({ courses: count, products: count, licenses: count });

const SCENARIOS: Record<string, Scenario> = {
  'renewals are opened': {
    job: OpenRenewals,
    prepare: (count) => club.join(rich, count),
    check: async (ids) => {
      const open = `SELECT id FROM ext_subscriptions.charges WHERE status = 'open' AND subscription_id = ANY ($1::uuid[])`;
      expect(await club.rows(open, ids)).toHaveLength(ids.length);
    },
  },
  'periods end, and are past due': {
    job: RollPeriods,
    prepare: (count) => club.join(rich, count, { period_end: OVER }),
    check: (ids) => expectStatuses(ids, 'past_due'),
  },
  'periods end, and begin anew without a payment': {
    job: RollPeriods,
    prepare: (count) => club.join(rich, count, { period_end: OVER, price_minor: '0' }),
    check: (ids) => expectStatuses(ids, 'active'),
  },
  'periods end, and credit pays for another plan': {
    job: RollPeriods,
    prepare: async (count) => {
      const next = { pending_plan_id: `'${other.id}'`, pending_price_minor: '500', credit_minor: '700' };
      const ids = await club.join(rich, count, { period_end: OVER, ...next });
      await give();
      return ids;
    },
    check: async (ids) => {
      const row = await club.row(ids[0] as string);
      expect(row).toMatchObject({ plan_id: other.id, price_minor: 500, credit_minor: 200, pending_plan_id: null });
      await expectStatuses(ids, 'active');
      await expectAccess(ids);
    },
  },
  'periods end, and with them the subscriptions': {
    job: RollPeriods,
    prepare: async (count) => {
      const ids = await club.join(rich, count, { period_end: OVER, cancel_at_period_end: 'true' });
      await give();
      await expectAccess(ids);
      return ids;
    },
    check: async (ids) => {
      await expectStatuses(ids, 'canceled');
      await expectAccess(ids, 0);
    },
  },
  'reminders are sent': {
    job: SendReminders,
    prepare: async (count) => {
      const ids = await club.join(rich, count, { period_end: OVER });
      await run(RollPeriods);
      return ids;
    },
    check: async (ids) => {
      const reminded = `SELECT id FROM ext_subscriptions.charges WHERE subscription_id = ANY ($1::uuid[]) AND reminders = '{due}'`;
      expect(await club.rows(reminded, ids)).toHaveLength(ids.length);
    },
  },
  'grace ends': {
    job: EndGrace,
    prepare: (count) => club.join(rich, count, { status: `'past_due'`, period_end: OVER, grace_until: OVER }),
    check: (ids) => expectStatuses(ids, 'expired'),
  },
  'pauses end': {
    job: AutoResume,
    prepare: async (count) => {
      const ids = await club.join(rich, count);
      await give();
      const paused = `status = 'paused', paused_at = now() - interval '2 days', resumes_at = now() - interval '1 second', pause_left_seconds = 86400`;
      await update(ids, paused);
      return ids;
    },
    check: async (ids) => {
      await expectStatuses(ids, 'active');
      await expectAccess(ids);
    },
  },
  'checkouts that nobody has paid end': {
    job: ExpireIncomplete,
    prepare: async (count) => {
      const ids = await club.join(rich, count, { status: `'incomplete'`, period_end: 'NULL', started_at: 'NULL' });
      await club.rows(
        `INSERT INTO ext_subscriptions.charges (owner_id, seller_id, subscription_id, plan_id, kind, period_start, period_end,
           list_minor, discount_minor, credit_minor, amount_minor, currency, status, due_at, checkout_expires_at)
         SELECT owner_id, seller_id, id, plan_id, 'initial', now(), now() + interval '30 days', price_minor, 0, 0,
           price_minor, currency, 'open', now(), now() - interval '1 minute'
         FROM ext_subscriptions.subscriptions WHERE id = ANY ($1::uuid[])`,
        ids,
      );
      return ids;
    },
    check: (ids) => expectStatuses(ids, 'expired'),
  },
  'another price is announced': {
    job: AnnounceChange,
    prepare: (count) =>
      club.join(rich, count, { next_price_minor: '1200', next_price_from: `now() + interval '40 days'` }),
    check: async (ids) => {
      const told = `SELECT FROM notifications.notifications WHERE type = 'subscriptions.price_change'
        AND data->>'subscription_id' = ANY ($1::text[])`;
      expect(await club.rows(told, ids)).toHaveLength(ids.length);
    },
  },
  'benefits are given': {
    job: ApplyBenefits,
    prepare: (count) => club.join(rich, count),
    check: (ids) => expectAccess(ids),
  },
  'benefits end': {
    job: EndBenefits,
    prepare: async (count) => {
      const ids = await club.join(rich, count);
      await give();
      const ends = `UPDATE ext_subscriptions.subscription_benefits SET ends_at = now() WHERE subscription_id = ANY ($1::uuid[])`;
      await club.rows(ends, ids);
      return ids;
    },
    check: (ids) => expectAccess(ids, 0),
  },
  'figures become one row': {
    job: FoldFigures,
    prepare: async (count) => {
      const ids: string[] = [];
      for (let at = 0; at < count; at++) ids.push(...(await club.join(rich, 1)));
      return ids;
    },
    check: async () =>
      expect(await club.rows('SELECT FROM ext_subscriptions.seller_days WHERE NOT folded')).toEqual([]),
  },
};

it.each(Object.entries(SCENARIOS))('%s by the same statements for 10 and for 100', async (_, scenario) => {
  const sent = async (count: number) => {
    const ids = await scenario.prepare(count);
    const data = { plan_id: rich.id, what: 'price', at: new Date(0).toISOString() };
    const statements = await sentStatements(() => run(scenario.job, data));
    await scenario.check(ids);
    await club.end(ids);
    return statements;
  };
  await sent(1);
  const ten = await sent(10);
  expect(ten).toContain('BEGIN');
  expect(await sent(100)).toEqual(ten);
});
