import '../../../src/apps/products/products.app.js';
import { randomUUID } from 'node:crypto';
import { expectIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['products', 'variants', 'product_files', 'orders', 'licenses', 'downloads', 'reviews'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`
    INSERT INTO ext_products.products (owner_id, title, description, kind, status, published_at, tags, from_price, sold_count)
    SELECT u.ids[1 + n % 500], 'Product ' || n, 'word' || n, 'digital', 'published', now() - n * interval '1 minute',
      ARRAY['t' || n], n, n
    FROM generate_series(1, 2000) n, ${users}`);
  await ask(`
    INSERT INTO ext_products.variants (product_id, sku, name, position)
    SELECT id, 's' || n, 'v', n FROM ext_products.products, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_products.product_files (product_id, file_id, purpose, name, size_bytes, content_type, position, created_at)
    SELECT id, gen_random_uuid(), 'download', 'f', 1, 'text/plain', 0, now() FROM ext_products.products`);
  await ask(`
    INSERT INTO ext_products.orders (owner_id, seller_id, product_id, title, quantity, unit_minor, discount_minor,
      shipping_minor, total_minor, currency, status, payment_id, paid_at, ship_to)
    SELECT u.ids[n], p.owner_id, p.id, 't', 1, 1, 0, 0, 1, 'usd', CASE WHEN n = 1 AND p.sold_count % 20 = 0 THEN 'paid' ELSE 'shipped' END,
      gen_random_uuid(), now(), '{}'
    FROM ext_products.products p, generate_series(1, 500, 100) n, ${users}`);
  await ask(`
    INSERT INTO ext_products.licenses (order_id, product_id, key)
    SELECT id, product_id, gen_random_uuid()::text FROM ext_products.orders`);
  await ask(`INSERT INTO ext_products.downloads (order_id, file_id) SELECT id, id FROM ext_products.orders`);
  await ask(`
    INSERT INTO ext_products.reviews (owner_id, product_id, order_id, rating)
    SELECT owner_id, product_id, id, 5 FROM ext_products.orders`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['products_cards', [[ID]]],
  ['products_variants', [ID]],
  ['products_variant_by_sku', [ID, 's']],
  ['products_files', [ID]],
  ['products_file_open', [ID, ID, null]],
  ['products_has_download', [ID]],
  ['products_files_drop', [500]],
  ['products_lowest_price', [ID]],
  ['products_buyer_standing', [ID, ID, null]],
  ['products_buyer_latest', [ID, ID]],
  ['products_buyer_reviewable', [ID, ID]],
  ['products_owned_for_good', [ID, [ID], [null]]],
  ['products_owners_for_good', [ID, null, [ID]]],
  ['products_buyers_count', [ID]],
  ['products_buyers_next', [ID, null, 500]],
  ['products_order_pending', [ID, ID]],
  ['products_order_by_payment', [ID]],
  ['products_is_ordered', [ID]],
  ['products_with_orders_due', []],
  ['products_orders_due', [ID]],
  ['products_library', [ID, null, null, null, ...END, 21]],
  ['products_licenses_of_order', [ID]],
  ['products_license_find', ['key', ID]],
  ['ext_products_review_list', [ID, null, ...END, 21]],
  ['ext_products_review_by_rating', [ID]],
  ['products_shelf', [...END, 51]],
  ['products_shelf_count', [ID]],
  ['products_described', [[ID]]],
  ['products_sellers_to_ship', [ID, 500]],
  ['products_ship_reminders_claim', [[ID], [2]]],
  ['products_stats_now', [ID, ...DAYS]],
  ['products_stats_money', [ID, ...DAYS]],
  ['products_stats_top', [ID, ...DAYS]],
  ['products_stats_low_stock', [ID, 3]],
  ['products_lock_of_buyer', [ID]],
  ['products_export orders', [ID]],
  ['products_export licenses', [ID]],
  ['products_export reviews', [ID]],
])('%s reads by an index', async (name, values) => {
  await expectIndexed(service.database, name, values, MANY);
});

it.each([
  ['newest', END],
  ['popular', [2147483647, END[1]]],
  ['rating', ['9223372036854775807', END[1]]],
  ['price_up', [-1, '00000000-0000-0000-0000-000000000000']],
  ['price_down', END],
])('the catalogue is read in its order (%s)', async (sort, first) => {
  await service.client().post('/v1/apps/products/list-products', { sort }).expect(200);
  const plan = await queryPlan(service.database, `products_list ${sort} `, [...first, 21]);
  expect(plan.filter((step) => /^(Sort|Seq Scan products)/.test(step))).toEqual([]);
});

it.each([
  ['w', { query: 'word7' }],
  ['t', { tag: 't7' }],
  ['o', { owner_id: ID }],
])('the catalogue is asked for few by their index (%s)', async (letter, filter) => {
  await service.client().post('/v1/apps/products/list-products', filter).expect(200);
  const values = [...END, 21, Object.values(filter)[0]];
  const plan = await queryPlan(service.database, `products_list newest ${letter}`, values);
  expect(plan).not.toContain('Seq Scan products');
});

it('the orders of a shop are read in their order, and summed by an index', async () => {
  const seller = await service.account();
  await seller.client.post('/v1/apps/install', { slug: 'products' }).expect(200);
  for (const input of [{}, { status: 'paid' }, { needs: 'ship' }, { needs: 'attention' }])
    await seller.client.post('/v1/apps/products/list-orders', input).expect(200);
  for (const [letters, more] of [
    ['', []],
    ['s', ['paid']],
    ['n', ['paid']],
    ['a', ['needs_attention']],
  ] as const) {
    const list = await queryPlan(service.database, `products_shop_orders ${letters}`, [ID, ...END, 21, ...more]);
    const totals = await queryPlan(service.database, `products_shop_totals ${letters}`, [ID, ...more]);
    expect([...list, ...totals]).not.toContain('Seq Scan orders');
  }
});
