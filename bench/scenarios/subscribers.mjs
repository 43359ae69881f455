import { accounts, atSize, day, fill, idsOf, withJobs } from '../at-size.mjs';
import { callers, post } from '../network/callers.mjs';
import { ask } from '../network/database.mjs';
import { whole } from '../report.mjs';

export const name = 'subscribers';

const APP = '/v1/apps/subscriptions';
const PERK = { kind: 'perk', key: 'early-access', label: 'Early access' };
/** In the order of a day. */
const JOBS = [
  ['open-renewals', 'OpenRenewals', 'a fortnight ahead'],
  ['roll-periods', 'RollPeriods', 'whose period is over'],
  ['send-reminders', 'SendReminders', 'that are past due'],
];

/** The lists, entitlements and statistics of a seller with very many subscribers, and the jobs of a day. */
export async function figures(settings) {
  const { here, environment, sizes } = settings;
  const [seller] = await callers(here, 1);
  await post(here, seller, '/v1/apps/install', { slug: 'subscriptions' });
  const plan = { name: 'Supporter', price: 0, interval: 'month', benefits: [PERK] };
  const { id } = (await post(here, seller, `${APP}/create-plan`, plan)).plan;
  await fill(environment, rowsOf({ seller: seller.id, plan: id, subscribers: sizes.subscribers }));
  await ask(environment, 'SELECT ext_subscriptions.count_anew()');
  await ask(environment, 'VACUUM ANALYZE ext_subscriptions.seller_days');
  const { headers } = seller;
  const anyone = { 'content-type': 'application/json' };
  const [{ owner_id }] = await ask(environment, OTHER, [id]);
  const table = await atSize(
    name,
    `${whole(sizes.subscribers)} subscribers`,
    [
      { what: 'list-plans', path: `${APP}/list-plans`, headers: anyone, body: {} },
      { what: 'plans of a seller', path: `${APP}/list-plans`, headers: anyone, body: { owner_id: seller.id } },
      { what: 'plans to their seller', path: `${APP}/list-plans`, headers, body: { owner_id: seller.id } },
      { what: 'list-subscribers', path: `${APP}/list-subscribers`, headers, body: {} },
      { what: 'past due', path: `${APP}/list-subscribers`, headers, body: { status: 'past_due' } },
      {
        what: 'check-entitlement',
        path: `${APP}/check-entitlement`,
        headers,
        body: { user_id: owner_id, key: PERK.key, seller_id: seller.id },
      },
      { what: 'stats of a year', path: `${APP}/stats`, headers, body: { from: day(-364), to: day(0) } },
    ],
    settings,
  );
  return [...table, ...(await jobs(environment, sizes.subscribers))];
}

/** Each runs once. */
async function jobs(environment, subscribers) {
  const rows = [];
  await withJobs(environment, async (run) => {
    for (const [file, Job, which] of JOBS) {
      if (Job === 'RollPeriods') await ask(environment, PERIODS_OVER);
      if (Job === 'SendReminders') await ask(environment, HALFWAY);
      const begun = performance.now();
      await run(`apps/subscriptions/jobs/${file}`, Job);
      const seconds = (performance.now() - begun) / 1000;
      rows.push(['', `here, ${file} of those ${which}: ${seconds.toFixed(1)} s`, whole(subscribers / seconds)]);
    }
  });
  return rows;
}

const OTHER = 'SELECT owner_id FROM ext_subscriptions.subscriptions WHERE plan_id = $1 LIMIT 1';
const PERIODS_OVER = `UPDATE ext_subscriptions.subscriptions SET period_end = now() - interval '1 minute';
  UPDATE ext_subscriptions.charges SET due_at = now() - interval '1 minute' WHERE status = 'open'; ANALYZE`;
const HALFWAY = `UPDATE ext_subscriptions.subscriptions SET grace_until = now() + interval '2 hours'
  WHERE status = 'past_due'; ANALYZE`;

/** One month each that is paid, and the next one due within three days; among as many plans of others. */
const rowsOf = ({ seller, plan, subscribers }) => `
  ${accounts('member', subscribers)}
  UPDATE ext_subscriptions.plans SET price_minor = 1000, seats_taken = ${subscribers} WHERE id = '${plan}';
  INSERT INTO ext_subscriptions.plans (owner_id, name, price_minor, interval)
  SELECT ids[n], 'Plan ' || n, 1000, 'month' FROM generate_series(1, ${subscribers} / 10) n, ${idsOf('member')};
  INSERT INTO ext_subscriptions.subscriptions (owner_id, seller_id, plan_id, status, price_minor, currency, interval,
    interval_count, anchor_day, period_start, period_end, payments_count, started_at, created_at)
  SELECT ids[n], '${seller}', '${plan}', 'active', 1000, 'usd', 'month', 1, 1, now() - interval '28 days',
    now() + interval '1 hour' + n % 72 * interval '1 hour', 3, at, at
  FROM generate_series(1, ${subscribers}) n, ${idsOf('member')},
    LATERAL (SELECT now() - interval '60 days' - n % 300 * interval '1 day' - n * interval '1 second' AS at) moment;
  INSERT INTO ext_subscriptions.subscription_benefits (subscription_id, kind, key)
  SELECT id, 'perk', '${PERK.key}' FROM ext_subscriptions.subscriptions WHERE plan_id = '${plan}';
  INSERT INTO ext_subscriptions.history (subscription_id, type, actor)
  SELECT id, 'started', 'subscriber' FROM ext_subscriptions.subscriptions WHERE plan_id = '${plan}';
  INSERT INTO ext_subscriptions.charges (owner_id, seller_id, subscription_id, plan_id, kind, period_start, period_end,
    list_minor, discount_minor, credit_minor, amount_minor, currency, status, payment_id, due_at, paid_at)
  SELECT owner_id, seller_id, id, plan_id, CASE WHEN n = 2 THEN 'initial' ELSE 'renewal' END, at, at + interval '30 days',
    1000, 0, 0, 1000, 'usd', 'paid', gen_random_uuid(), at, at
  FROM ext_subscriptions.subscriptions, generate_series(0, 2) n,
    LATERAL (SELECT period_start - n * interval '30 days' AS at) moment
  WHERE plan_id = '${plan}'`;
