import '../../../src/apps/affiliates/affiliates.app.js';
import { randomUUID } from 'node:crypto';
import type { Account } from '../../support/service.js';
import { expectAlwaysIndexed, genericPlan, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const MOST = ['9223372036854775807', END[1]];
const DAYS = ['2026-01-01', '2026-12-31'];
const MANY = ['programs', 'program_items', 'program_days', 'affiliates', 'affiliate_sums', 'clicks', 'click_days'];
const BOOKS = ['referrals', 'conversions', 'commissions', 'payouts', 'payout_items'];

let service: TestService;
let merchant: Account;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  merchant = await service.account();
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  await ask(`
    INSERT INTO ext_affiliates.programs (owner_id, name, commission_type, percent_bp, landing_url, listed, created_at)
    SELECT u.ids[1 + n % 500], 'Program ' || n, 'percent', 2000, 'https://p.example/', n % 10 > 0, now() - n * interval '1 minute'
    FROM generate_series(1, 3000) n, (SELECT array_agg(id) AS ids FROM account.users) u`);
  await ask(`
    INSERT INTO ext_affiliates.program_items (program_id, app_slug, item_id)
    SELECT id, 'products', gen_random_uuid() FROM ext_affiliates.programs, generate_series(1, 2)`);
  await ask(`
    INSERT INTO ext_affiliates.affiliates (owner_id, program_id, code, status, created_at)
    SELECT u.id, p.id, 'c-' || row_number() OVER (), 'active', now() - n * interval '1 minute'
    FROM ext_affiliates.programs p, generate_series(1, 2) n, LATERAL (
      SELECT id FROM account.users WHERE p.id IS NOT NULL AND id <> p.owner_id ORDER BY md5(id::text || p.id || n) LIMIT 1) u
    ON CONFLICT DO NOTHING`);
  await ask(`
    INSERT INTO ext_affiliates.clicks (affiliate_id, token, visitor_hash, half_hour, path, expires_at, created_at)
    SELECT id, md5(id::text || n), 'v' || n, n, '/', now() + interval '30 days', now() - n * interval '1 day'
    FROM ext_affiliates.affiliates, generate_series(0, 3) n`);
  await ask(`
    INSERT INTO ext_affiliates.click_days (affiliate_id, day, clicks, visitors)
    SELECT id, current_date - n, 1, 1 FROM ext_affiliates.affiliates, generate_series(1, 4) n`);
  await ask(`
    INSERT INTO ext_affiliates.program_days (program_id, day, clicks, visitors)
    SELECT id, current_date - n, 1, 1 FROM ext_affiliates.programs, generate_series(1, 4) n`);
  await ask(`INSERT INTO ext_affiliates.rollup_state (name, rolled_through) VALUES ('affiliates', current_date - 1)`);
  await ask(`
    INSERT INTO ext_affiliates.conversions (program_id, affiliate_id, matched_by, source, payment_id, click_id, amount_minor,
      earned_minor, currency, rate_bp, occurred_at)
    SELECT program_id, id, 'click', 'platform', gen_random_uuid(), gen_random_uuid(), 1000, 200, 'usd', 2000, now()
    FROM ext_affiliates.affiliates, generate_series(1, 2)`);
  await ask(`
    INSERT INTO ext_affiliates.commissions (owner_id, merchant_id, affiliate_id, conversion_id, kind, amount_minor, currency,
      status, payable_at, announced_at, created_at)
    SELECT a.owner_id, p.owner_id, a.id, v.id, 'earning', 200, 'usd', CASE WHEN a.code LIKE '%7' THEN 'pending' ELSE 'approved' END,
      now() + interval '3 days', CASE WHEN a.code LIKE '%9' THEN NULL ELSE now() END, now() - n * interval '1 hour'
    FROM (SELECT *, row_number() OVER () AS n FROM ext_affiliates.conversions) v
    JOIN ext_affiliates.affiliates a ON a.id = v.affiliate_id JOIN ext_affiliates.programs p ON p.id = a.program_id`);
  await ask(`
    INSERT INTO ext_affiliates.payouts (owner_id, merchant_id, affiliate_id, amount_minor, currency, method, status, expires_at)
    SELECT owner_id, merchant_id, affiliate_id, 200, 'usd', 'manual', 'paid', now() FROM ext_affiliates.commissions`);
  await ask(`
    INSERT INTO ext_affiliates.payout_items (payout_id, commission_id, amount_minor)
    SELECT p.id, c.id, 200 FROM ext_affiliates.payouts p JOIN ext_affiliates.commissions c USING (affiliate_id)`);
  await ask(`
    INSERT INTO ext_affiliates.referrals (affiliate_id, buyer_id, app_slug, item_id, matched_by)
    SELECT a.id, a.owner_id, 'products', gen_random_uuid(), 'code' FROM ext_affiliates.affiliates a WHERE owner_id IS NOT NULL`);
  await ask(`
    INSERT INTO ext_affiliates.affiliate_sums (affiliate_id, currency)
    SELECT id, currency FROM ext_affiliates.affiliates, unnest(ARRAY['usd', 'eur']) currency ON CONFLICT DO NOTHING`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

async function readsByIndex(name: string, values: unknown[]): Promise<void> {
  await expectAlwaysIndexed(service.database, name, values, [...MANY, ...BOOKS]);
}

it.each<[name: string, values: unknown[]]>([
  ['affiliates_link', ['code']],
  ['affiliates_click', [ID, 'token', 'hash', '/', null, 30]],
  ['affiliates_resolve', ['code', ID, ID, 'products', ID]],
  ['affiliates_noted_referral', [ID, ID, 'products', ID]],
  ['affiliates_referred', ['code', ID, '2026-01-01', 2]],
  ['affiliates_convert_amounts', [ID, 100]],
  ['affiliates_program', [ID]],
  ['affiliates_program_affiliates', [ID]],
  ['affiliates_program_clicks', [ID]],
  ['affiliates_program_sums', [ID]],
  ['affiliates_active_after', [ID, ID, 500]],
  ['affiliates_listed', [[ID]]],
  ['affiliates_boards', [[ID]]],
  ['affiliates_sums_of', [[ID]]],
  ['affiliates_commissions_of_conversion', [ID]],
  ['affiliates_conversions_of', [[ID]]],
  ['affiliates_totals_affiliate', [ID, null, null, null, null, null]],
  ['affiliates_totals_merchant', [ID, ID, null, 'paid', null, null]],
  ['affiliates_payout_pending', [ID, 'usd']],
  ['affiliates_payable_currencies', [ID]],
  ['affiliates_gather', [ID, 'usd']],
  ['affiliates_free_commissions', [[ID]]],
  ['affiliates_payouts_due', [500]],
  ['affiliates_pay_commissions', [ID]],
  ['affiliates_unpay_commissions', [ID]],
  ['affiliates_approve_commissions', [500]],
  ['affiliates_unannounced', [ID, 500]],
  ['affiliates_announce', [[ID]]],
  ['affiliates_forget_clicks', ['-infinity', 500]],
  ['affiliates_clear_program_day', ['2026-01-01']],
  ['affiliates_stats_merchant', [ID]],
  ['affiliates_stats_merchant_clicks', [ID, ...DAYS]],
  ['affiliates_stats_affiliate_clicks', [ID, ...DAYS]],
  ['affiliates_stats_merchant_sales', [ID, ...DAYS]],
  ['affiliates_stats_affiliate_sales', [ID, ...DAYS]],
  ['affiliates_stats_merchant_commissions', [ID, ...DAYS]],
  ['affiliates_stats_affiliate_commissions', [ID, ...DAYS]],
  ['affiliates_stats_affiliate', [ID]],
  ['affiliates_lock_programs_of', [ID]],
  ['affiliates_lock_affiliates_of', [ID]],
  ['affiliates_pending_payouts_of', [ID]],
  ['affiliates_drop_programs', [ID]],
  ['affiliates_close_programs', [ID]],
  ['affiliates_drop_partnerships', [ID]],
  ['affiliates_end_partnerships', [ID]],
  ...['programs', 'program_items', 'program_days', 'affiliates', 'affiliate_sums', 'clicks', 'click_days'].map(
    (table): [string, unknown[]] => [`affiliates_export ${table}`, [ID]],
  ),
  ...BOOKS.map((table): [string, unknown[]] => [`affiliates_export ${table}`, [ID]]),
])('%s reads by an index, planned for its values and for any', readsByIndex);

it('the lists are read in their order', async () => {
  await merchant.client.post('/v1/apps/install', { slug: 'affiliates' }).expect(200);
  const call = (action: string, input: object) =>
    merchant.client.post(`/v1/apps/affiliates/${action}`, input).expect(200);
  const made = { name: 'Kit', landing_url: 'https://p.example/', commission_percent: 5 };
  const { program } = (await call('create-program', made)).body;
  for (const sort of ['newest', 'revenue', 'unpaid']) await call('list-affiliates', { program_id: program.id, sort });
  for (const role of ['affiliate', 'merchant']) {
    await call('list-commissions', { role });
    await call('list-payouts', { role });
  }
  await call('list-my-partnerships', {});
  await call('list-programs', {});
  for (const [name, after] of [
    ['affiliates_list newest', END],
    ['affiliates_list revenue', MOST],
    ['affiliates_list unpaid', MOST],
    ['affiliates_commissions newest', END],
    ['affiliates_commissions_owed newest', END],
    ['affiliates_payouts newest', END],
    ['affiliates_payouts_made newest', END],
    ['affiliates_partnerships newest', END],
    ['affiliates_programs newest', END],
  ] as const) {
    const values = [ID, ...after, 21];
    await readsByIndex(name, values);
    const plan = await genericPlan(service.database, name, values);
    expect({ name, sorts: plan.filter((step) => step.startsWith('Sort')) }).toEqual({ name, sorts: [] });
  }
});

it('the commissions of a program with most of all sales are read without their sales', async () => {
  const ask = (text: string, values: unknown[] = []) => service.database.query(text, values);
  const [{ id, owner_id }] = (await ask('SELECT id, owner_id FROM ext_affiliates.programs ORDER BY id LIMIT 1')).rows;
  await ask(
    `WITH sold AS (
       INSERT INTO ext_affiliates.conversions (program_id, affiliate_id, matched_by, source, payment_id, amount_minor,
         earned_minor, currency, rate_bp, occurred_at)
       SELECT a.program_id, a.id, 'click', 'platform', gen_random_uuid(), 1000, 200, 'usd', 2000, now() - n * interval '1 minute'
       FROM (SELECT * FROM ext_affiliates.affiliates WHERE program_id = $1 LIMIT 1) a, generate_series(1, 30000) n
       RETURNING id, affiliate_id
     )
     INSERT INTO ext_affiliates.commissions (owner_id, merchant_id, affiliate_id, conversion_id, kind, amount_minor, currency,
       status, payable_at)
     SELECT $2, $3, affiliate_id, id, 'earning', 200, 'usd', 'approved', now() FROM sold`,
    [id, ID, owner_id],
  );
  await ask('VACUUM (ANALYZE) ext_affiliates.conversions, ext_affiliates.commissions');
  const values = [owner_id, '2000-01-01', '2999-12-31'];
  const plan = await queryPlan(service.database, 'affiliates_stats_merchant_commissions', values);
  expect(plan.filter((step) => step.includes('conversions'))).toEqual([]);
});
