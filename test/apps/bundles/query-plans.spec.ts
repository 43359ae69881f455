import '../../../src/apps/bundles/bundles.app.js';
import { randomUUID } from 'node:crypto';
import { expectIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const END = ['infinity', LAST];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['bundles', 'bundle_items', 'purchases', 'purchase_items'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`
    INSERT INTO ext_bundles.bundles (owner_id, title, description, pricing, price_minor, status, published_at,
      sold_count, ends_at)
    SELECT u.ids[1 + n % 500], 'Bundle ' || n, 'word' || n, 'fixed', 0, 'published', now() - n * interval '1 minute', n,
      CASE WHEN n % 10 = 0 THEN now() + n * interval '1 day' END
    FROM generate_series(1, 3000) n, ${users}`);
  await ask(`
    INSERT INTO ext_bundles.bundle_items (bundle_id, item_type, item_id, position)
    SELECT id, 'course', gen_random_uuid(), n FROM ext_bundles.bundles, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_bundles.purchases (owner_id, seller_id, bundle_id, bundle_title, source, list_minor, amount_minor,
      currency, status, payment_id, completed_at, expires_at)
    SELECT u.ids[n], b.owner_id, b.id, 't', 'purchase', 2, 1, 'usd',
      CASE WHEN n = 1 AND b.sold_count % 50 = 0 THEN 'pending' ELSE 'completed' END, gen_random_uuid(), now(),
      now() + interval '1 day'
    FROM ext_bundles.bundles b, generate_series(1, 500, 100) n, ${users}`);
  await ask(`
    INSERT INTO ext_bundles.purchase_items (purchase_id, item_type, item_id, title, value_minor, allocated_minor, state)
    SELECT id, 'course', gen_random_uuid(), 't', 1, 1, 'granted' FROM ext_bundles.purchases`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['bundles_hold', [ID]],
  ['bundles_count_sales', [ID, -1, 1]],
  ['bundles_to_check', [LAST, 200]],
  ['bundles_set_available', [[ID]]],
  ['bundles_set_unavailable', [ID]],
  ['bundles_ending', [500]],
  ['bundles_lock_of_user', [ID]],
  ['bundles_keep_for_buyers', [ID]],
  ['bundles_described', [[ID]]],
  ['bundles_items_reorder', [ID, [ID]]],
  ['bundles_purchase_has', [ID, ID, 'pending']],
  ['bundles_purchase_pending', [ID, ID]],
  ['bundles_purchase_opened', [ID, 'url']],
  ['bundles_purchase_expire', [ID]],
  ['bundles_with_purchases_due', []],
  ['bundles_purchases_count_due', [ID]],
  ['bundles_purchases_expire_due', [ID]],
  ['bundles_purchases_expire_abandoned', []],
  ['bundles_purchases_pending_of_user', [ID]],
  ['bundles_purchases_end_of_seller', [ID]],
  ['bundles_purchases_unpaid', [ID, ID]],
  ['bundles_buyers_without_item', [ID, 'course', ID]],
  ['bundles_purchases_without_item', [ID, 'course', ID, 200]],
  ['bundles_library', [ID, null, ...END, 21]],
  ['bundles_purchase_items_move', [ID, 'included', 'granted']],
  ['bundles_stats_counts', [ID, ...DAYS]],
  ['bundles_stats_money', [ID, ...DAYS]],
  ['bundles_stats_top', [ID, ...DAYS]],
  ['bundles_stats_by_item', [ID, ...DAYS]],
  ['bundles_export bundles', [ID]],
  ['bundles_export bundle_items', [ID]],
  ['bundles_export purchases', [ID]],
  ['bundles_export purchase_items', [ID]],
])('%s reads by an index', async (name, values) => {
  await expectIndexed(service.database, name, values, MANY);
});

it.each([
  ['newest', END],
  ['popular', [2147483647, LAST]],
])('the shelf is read in its order (%s)', async (sort, first) => {
  await service.client().post('/v1/apps/bundles/list-bundles', { sort }).expect(200);
  const plan = await queryPlan(service.database, `bundles_list ${sort}`, [...first, 21]);
  expect(plan.filter((step) => /^(Sort|Seq Scan bundles)/.test(step))).toEqual([]);
});

it.each([
  ['a', { query: 'word7' }],
  ['b', { owner_id: ID }],
  ['c', { contains_item_id: ID }],
])('the shelf is asked for few by their index (%s)', async (letter, filter) => {
  await service.client().post('/v1/apps/bundles/list-bundles', filter).expect(200);
  const values = [...END, 21, Object.values(filter)[0]];
  const plan = await queryPlan(service.database, `bundles_list newest ${letter}`, values);
  expect(plan.filter((step) => step.startsWith('Seq Scan bundle'))).toEqual([]);
});

it('the bundles of an owner and their sales are read by an index', async () => {
  const seller = await service.account();
  await seller.client.post('/v1/apps/install', { slug: 'bundles' }).expect(200);
  const call = (action: string, input: object) => seller.client.post(`/v1/apps/bundles/${action}`, input).expect(200);
  await call('list-bundles', { status: 'draft' });
  const { body } = await call('create-bundle', { title: 'Starter', pricing: 'fixed', price: 5 });
  const bundle_id = body.bundle.id;
  await call('list-bundle-sales', { bundle_id });
  await call('list-bundle-sales', { bundle_id, status: 'completed', from: '2026-01-01', to: '2026-02-01' });
  const range = ['completed', new Date(0), new Date()];
  const plans = [
    await queryPlan(service.database, 'bundles_list_own newest d', [ID, ...END, 21, 'draft']),
    await queryPlan(service.database, 'bundles_sales newest', [ID, ...END, 21]),
    await queryPlan(service.database, 'bundles_sales newest abc', [ID, ...END, 21, ...range]),
    await queryPlan(service.database, 'bundles_sales_totals', [ID, 'usd']),
    await queryPlan(service.database, 'bundles_sales_totals status from to', [ID, 'usd', ...range]),
    await queryPlan(service.database, 'bundles_sales_by_item', [ID, 'usd']),
  ];
  expect(plans.flat().filter((step) => MANY.some((table) => step === `Seq Scan ${table}`))).toEqual([]);
});
