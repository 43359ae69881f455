import { randomUUID } from 'node:crypto';
import { DropUploads } from '../../../src/apps/products/jobs/drop-uploads.job.js';
import { RemindToShip } from '../../../src/apps/products/jobs/ship-reminder.job.js';
import { TellBuyers } from '../../../src/apps/products/jobs/tell-buyers.job.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { HOME, Store } from './store.js';

let store: Store;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  store = await Store.start();
  ann = await store.seller();
});
beforeEach(async () => {
  bob = await store.person();
});
afterEach(() => store.expectSound());
afterAll(() => store.stop());

describe('the jobs', () => {
  const run = (job: typeof DropUploads | typeof RemindToShip) => store.service.app.get(job, { strict: false }).run();

  it('drop uploads that have not come for a day', async () => {
    const product = await store.draft(ann);
    const arrived = await store.file(ann, product);
    const [old, young] = [await store.promise(ann, product), await store.promise(ann, product)];
    await store.rows(
      `UPDATE ext_products.product_files SET created_at = now() - interval '24 hours' WHERE file_id = ANY ($1)`,
      [arrived, old.file.id],
    );
    await store.rows(
      `UPDATE ext_products.product_files SET created_at = now() - interval '23 hours 59 minutes' WHERE file_id = $1`,
      young.file.id,
    );
    for (let at = 0; at < 2; at++) await run(DropUploads);
    const left = await store.rows('SELECT file_id FROM ext_products.product_files WHERE product_id = $1', product.id);
    expect(new Set(left.map(({ file_id }) => file_id))).toEqual(new Set([arrived, young.file.id]));
    expect((await fetch(old.upload_url, { method: 'PUT', body: '12345' })).status).toBe(404);
  });

  it('remind a seller once a day of all that he has to ship', async () => {
    const [eve, lazy, never] = (await store.people(3)) as [Account, Account, Account];
    await store.ask(lazy, 'update-settings', { ship_reminder_days: 4 });
    await store.ask(never, 'update-settings', { ship_reminder_days: 0 });
    for (const seller of [eve, lazy, never]) {
      const product = await store.goods(seller, { price: 0 });
      for (let at = 0; at < 2; at++) await store.purchase(bob, product, { ship_to: HOME });
    }
    const age = (days: number) =>
      store.rows(
        `UPDATE ext_products.orders SET paid_at = now() - make_interval(days => $2, hours => 1) WHERE owner_id = $1`,
        bob.id,
        days,
      );
    const told = async () =>
      Promise.all(
        [eve, lazy, never].map(async (who) =>
          (await store.notices(who, 'ship_reminder')).map(({ data }) => data.orders),
        ),
      );
    await age(1);
    await run(RemindToShip);
    expect(await told()).toEqual([[], [], []]);
    await age(3);
    await Promise.all([run(RemindToShip), run(RemindToShip)]);
    expect(await told()).toEqual([[2], [], []]);
    await age(5);
    await run(RemindToShip);
    expect(await told()).toEqual([[2], [2], []]);
    await store.rows('UPDATE ext_products.ship_reminders SET told_on = told_on - 1');
    await run(RemindToShip);
    expect(await told()).toEqual([[2, 2], [2, 2], []]);
  });

  it('tell nobody twice of one update, whenever they are run again', async () => {
    const product = await store.product(ann, { price: 0 });
    await store.purchase(bob, product);
    const { product: after } = await store.ask(ann, 'update-product', {
      product_id: product.id,
      notify_buyers: 'New',
    });
    await store.service.jobsDone();
    const tell = store.service.app.get(TellBuyers, { strict: false });
    const about = { product_id: product.id, text: 'New' };
    await tell.run({ ...about, at: after.last_update_at });
    expect(await store.notices(bob, 'updated')).toHaveLength(1);
    await store.rows('UPDATE ext_products.products SET update_told_through = NULL WHERE id = $1', product.id);
    await tell.run({ ...about, at: '2020-01-01T00:00:00.000Z' });
    expect(await store.notices(bob, 'updated')).toHaveLength(1);
  });
});

describe('a seller', () => {
  it('tells all of his buyers of an update, however many, and none that is gone', async () => {
    const product = await store.product(ann, { price: 0 });
    await store.purchase(bob, product);
    await store.rows(
      `WITH crowd AS (
         INSERT INTO account.users (email, password_hash)
         SELECT 'crowd' || n || '@example.com', 'none' FROM generate_series(1, 1001) n RETURNING id
       ), orders AS (
         INSERT INTO ext_products.orders (owner_id, seller_id, product_id, title, quantity, unit_minor, discount_minor,
           shipping_minor, total_minor, currency, status)
         SELECT buyer, o.seller_id, o.product_id, o.title, 1, 0, 0, 0, 0, 'usd', 'paid'
         FROM ext_products.orders o, (SELECT id FROM crowd UNION ALL SELECT gen_random_uuid()) c (buyer)
         WHERE o.product_id = $1
       ) UPDATE ext_products.products SET sold_count = 1003 WHERE id = $1`,
      product.id,
    );
    const update = { product_id: product.id, notify_buyers: 'New' };
    expect((await store.ask(ann, 'update-product', update)).notified).toBe(1002);
    await store.service.jobsDone();
    const [told] = await store.rows(
      `SELECT count(*)::int AS notices, count(DISTINCT user_id)::int AS people FROM notifications.notifications
       WHERE type = 'products.updated' AND data ->> 'product_id' = $1`,
      product.id,
    );
    expect(told).toEqual({ notices: 1002, people: 1002 });
  });

  it('has figures of his shop', async () => {
    const eve = await store.seller();
    const goods = await store.goods(eve, { price: 20, stock: 6 });
    await store.ask(eve, 'set-coupon', { product_id: goods.id, code: 'HALF', percent_off: 50 });
    const copy = await store.product(eve, { price: 0, license_keys: true, title: 'Key' });
    await store.variant(eve, copy, 'PRO', { stock_delta: 2 });
    await store.buy(bob, goods, { ship_to: HOME, quantity: 2, coupon_code: 'half' });
    const back = await store.buy(await store.person(), goods, { ship_to: HOME });
    await store.refund(back.payment_id, 2000);
    await store.purchase(await store.person(), goods, { ship_to: HOME });
    const free = await store.purchase(bob, copy, { sku: 'PRO' });
    const files = await store.product(eve, { price: 0, title: 'Files' });
    const { order } = await store.purchase(bob, files);
    await store.ask(bob, 'download-file', { order_id: order.id, file_id: files.file_id });
    await store.ask(bob, 'review-product', { product_id: copy.id, rating: 4 });
    await store.within((products) =>
      products.grant({
        user_id: ann.id,
        product_id: files.id,
        variant_id: null,
        source: 'bundle',
        source_id: randomUUID(),
      }),
    );
    const { stats } = await store.ask(eve, 'stats');
    expect(stats).toEqual({
      products_published: 3,
      orders: 3,
      units: 4,
      revenue: { usd: 20 },
      free_orders: 2,
      refunds: { usd: 20 },
      refund_rate: 0.5,
      discounts_given: { usd: 20 },
      to_ship: 1,
      needs_attention: 0,
      downloads: 1,
      licenses_active: 1,
      average_rating: 4,
      checkout_conversion: 0.6667,
      top_products: [
        { id: goods.id, title: 'Easel', revenue: 20, currency: 'usd', units: 2 },
        expect.objectContaining({ revenue: 0, units: 1 }),
        expect.objectContaining({ revenue: 0, units: 1 }),
      ],
      low_stock: [
        {
          product_id: copy.id,
          variant_id: free.order.variant_id,
          title: 'Key',
          variant_name: 'PRO',
          stock: 1,
        },
        { product_id: goods.id, variant_id: null, title: 'Easel', variant_name: null, stock: 3 },
      ],
    });
    const past = (await store.ask(eve, 'stats', { from: '2020-01-01', to: '2020-01-31' })).stats;
    expect(past).toMatchObject({ orders: 0, revenue: {}, refund_rate: null, checkout_conversion: null });
  });

  it('has a copy of his shop, and a buyer of what he has bought', async () => {
    const eve = await store.seller();
    const product = await store.goods(eve, { price: 20 });
    await store.ask(eve, 'set-coupon', { product_id: product.id, code: 'TEN', percent_off: 10 });
    const keys = await store.product(eve, { price: 0, license_keys: true });
    await store.variant(eve, keys, 'A');
    const { licenses } = await store.purchase(bob, keys, { sku: 'A' });
    const lock = { product_id: keys.id, license_key: licenses[0].key, instance: 'here' };
    await store.ask(store.nobody(), 'verify-license', lock);
    await store.ask(bob, 'review-product', { product_id: keys.id, rating: 5 });
    const open = await store.purchase(bob, product, { ship_to: HOME, ...PAGES });
    const copies = async (who: Account) => (await store.ask(who, 'export')).export;
    const counts = (tables: Record<string, object[]>) =>
      Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]));
    const [shop, own] = [await copies(eve), await copies(bob)];
    expect(counts(shop)).toEqual({
      products: 2,
      variants: 1,
      product_files: 0,
      coupons: 1,
      orders: 2,
      licenses: 0,
      license_activations: 0,
      downloads: 0,
      reviews: 1,
    });
    expect(counts(own)).toMatchObject({
      products: 0,
      coupons: 0,
      orders: 2,
      licenses: 1,
      license_activations: 1,
      reviews: 1,
    });
    const pending = (tables: any) => tables.orders.find(({ id }: any) => id === open.order_id);
    expect([pending(own).ship_to.city, 'ship_to' in pending(shop)]).toEqual(['Berlin', false]);
    expect(pending(own).checkout_url).toBe(open.checkout_url);
    expect('checkout_url' in pending(shop)).toBe(false);
    const { body } = await store.call(eve, 'export', { format: 'csv' }).expect(200);
    expect((await fetch(body.export.download_url)).status).toBe(200);
  });

  it('hears of sales only where he wants to', async () => {
    const eve = await store.person();
    const product = await store.goods(eve, { price: 0 });
    await store.ask(eve, 'update-settings', { notify_on_sale: false });
    await store.purchase(bob, product, { ship_to: HOME });
    expect(await store.notices(eve)).toEqual([]);
    await store.ask(eve, 'update-settings', { notify_on_sale: true });
    await store.purchase(bob, product, { ship_to: HOME });
    expect(await store.notices(eve)).toHaveLength(1);
    for (const wrong of [{ low_stock_at: 1001 }, { ship_reminder_days: 31 }, { default_currency: 'xx' }])
      await store.call(eve, 'update-settings', wrong).expect(400);
  });
});
