import '../../../src/apps/subscriptions/subscriptions.app.js';
import { randomUUID } from 'node:crypto';
import { OpenRenewals } from '../../../src/apps/subscriptions/jobs/open-renewals.job.js';
import { RollPeriods } from '../../../src/apps/subscriptions/jobs/roll-periods.job.js';
import { expectIndexed } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const NOW = new Date().toISOString();
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['subscriptions', 'charges', 'subscription_benefits', 'history', 'seller_days'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 5000) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`
    INSERT INTO ext_subscriptions.plans (owner_id, name, price_minor, interval)
    SELECT u.ids[n], 'Plan ' || n, 1000, 'month' FROM generate_series(1, 500) n, ${users}`);
  await ask(`
    INSERT INTO ext_subscriptions.plan_benefits (plan_id, kind, key, label, position)
    SELECT id, 'perk', 'early', 'Early', 0 FROM ext_subscriptions.plans`);
  await ask(`
    INSERT INTO ext_subscriptions.subscriptions (owner_id, seller_id, plan_id, status, price_minor, currency, interval,
      interval_count, anchor_day, period_start, period_end, started_at, ended_at)
    SELECT u.ids[1 + (p.place * 10 + n) % 5000], p.owner_id, p.id,
      (ARRAY['active', 'active', 'active', 'canceled', 'expired'])[1 + n % 5], 1000, 'usd', 'month', 1, 1,
      now() - interval '20 days', now() + interval '30 days' + n * interval '1 day', now() - interval '20 days',
      CASE WHEN n % 5 > 2 THEN now() END
    FROM (SELECT *, row_number() OVER () AS place FROM ext_subscriptions.plans) p, generate_series(1, 10) n, ${users}`);
  await ask(`
    INSERT INTO ext_subscriptions.subscription_benefits (subscription_id, kind, key)
    SELECT id, 'perk', 'early' || id FROM ext_subscriptions.subscriptions`);
  await ask(`
    INSERT INTO ext_subscriptions.charges (owner_id, seller_id, subscription_id, plan_id, kind, period_start, period_end,
      list_minor, discount_minor, credit_minor, amount_minor, currency, status, payment_id, due_at, paid_at)
    SELECT owner_id, seller_id, id, plan_id, 'renewal', period_start + n * interval '1 day', period_end, 1000, 0, 0, 1000,
      'usd', 'paid', gen_random_uuid(), period_start, now()
    FROM ext_subscriptions.subscriptions, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_subscriptions.history (subscription_id, type, actor)
    SELECT id, 'started', 'subscriber' FROM ext_subscriptions.subscriptions, generate_series(1, 3)`);
  await ask('SELECT ext_subscriptions.count_anew()');
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['subscriptions_entitlement', [ID, ID, null, 'early', null]],
  ['subscriptions_due_soon', [NOW, ID]],
  ['subscriptions_due_to_open', [[ID]]],
  ['subscriptions_due_over', []],
  ['subscriptions_due_out_of_grace', []],
  ['subscriptions_due_to_resume', []],
  ['subscriptions_due_abandoned', []],
  ['subscriptions_due_untold', [ID, 'price_change', NOW, ID]],
  ['subscriptions_undated', [ID, ID]],
  ['subscriptions_charges_forget_seller', [[ID]]],
  ['subscriptions_due_remind', [NOW, ID]],
  ['subscriptions_charges_void_open', [[ID]]],
  ['subscriptions_charges_paid_time', [ID, NOW]],
  ['subscriptions_upgrades_abandoned', []],
  ['subscriptions_pauses', [ID]],
  ['subscriptions_end_with_period', [ID]],
  ['subscriptions_benefits_give', [[ID]]],
  ['subscriptions_benefits_end_due', []],
  ['subscriptions_benefits_next_live', [ID, ID]],
  ['subscriptions_plan_counts', [ID, [ID]]],
  ['subscriptions_stats_live', [ID]],
  ['subscriptions_stats_days', [ID, ...DAYS]],
  ['subscriptions_subscriber_totals', [ID, null]],
])('%s reads by an index', async (name, values) => {
  await expectIndexed(service.database, name, values, MANY);
});

it('the jobs work in batches: 3,000 renewals are opened, and 3,000 periods end', async () => {
  const count = async (text: string) => (await service.database.query(text)).rows[0].count;
  const ends = (when: string) =>
    service.database.query(`UPDATE ext_subscriptions.subscriptions SET period_end = ${when} WHERE status = 'active'`);
  const open = `SELECT count(*)::int FROM ext_subscriptions.charges WHERE status = 'open'`;
  await ends(`now() + interval '1 day'`);
  await service.app.get(OpenRenewals, { strict: false }).run();
  expect(await count(open)).toBe(3000);
  await ends('now()');
  await service.app.get(RollPeriods, { strict: false }).run({});
  expect(await count(`SELECT count(*)::int FROM ext_subscriptions.subscriptions WHERE status = 'past_due'`)).toBe(3000);
  expect(await count(open)).toBe(3000);
});
