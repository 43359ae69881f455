import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
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

describe('what was bought', () => {
  it('is in the library, to be downloaded as long as it is the buyer’s', async () => {
    const product = await store.product(ann, { price: 10, title: 'Brush set' });
    const pro = await store.variant(ann, product, 'PRO', { price: 30 });
    const extra = await store.file(ann, product, 'For professionals', { sku: 'PRO', filename: 'pro.txt' });
    await store.variant(ann, product, 'BASIC');
    const order = await store.purchase(bob, product, { sku: 'BASIC' });
    const open = { order_id: order.order_id, file_id: product.file_id };
    await store.expectRefused(bob, 'download-file', open, 409, 'Order is not paid');
    expect((await store.ask(bob, 'list-my-purchases')).purchases).toMatchObject([
      { status: 'pending', checkout_url: order.checkout_url, files: [] },
    ]);
    await store.paid(order.payment_id);
    await store.expectRefused(bob, 'download-file', { ...open, file_id: extra }, 404, 'File not found');
    await store.expectRefused(bob, 'download-file', { ...open, order_id: extra }, 404, 'Order not found');
    const { download_url, expires_at } = await store.ask(bob, 'download-file', open);
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 60_000)).toBe(15);
    const got = await fetch(download_url);
    expect([await got.text(), got.headers.get('content-disposition')]).toEqual([
      'The bytes.',
      expect.stringContaining('attachment; filename="brushes.txt"'),
    ]);
    const [mine] = (await store.ask(bob, 'list-my-purchases', { kind: 'digital', query: 'brush S' })).purchases;
    expect(mine).toMatchObject({
      id: order.order_id,
      variant_name: 'BASIC',
      product: { id: product.id, title: 'Brush set', price: 10 },
      files: [{ id: product.file_id, name: 'brushes.txt' }],
      updated_since_download: false,
      checkout_url: null,
    });
    expect((await store.ask(bob, 'list-my-purchases', { kind: 'physical' })).purchases).toEqual([]);
    const better = await store.buy(bob, product, { sku: 'PRO' });
    expect(pro.id).toBe((await store.order(better.order_id)).variant_id);
    const two = await store.ask(bob, 'list-my-purchases', { limit: 1 });
    expect(two.purchases[0].files.map(({ id }: any) => id)).toEqual([product.file_id, extra]);
    const rest = await store.ask(bob, 'list-my-purchases', { cursor: two.next_cursor });
    expect([rest.purchases.length, rest.next_cursor]).toEqual([1, null]);
    expect((await store.ask(bob, 'get-product', { product_id: product.id })).purchase.id).toBe(better.order_id);

    await store.ask(ann, 'archive-product', { product_id: product.id });
    await store.ask(bob, 'download-file', open);
    await store.ask(bob, 'get-product', { product_id: product.id });
    await store.refund(order.payment_id, 1000);
    await store.expectRefused(bob, 'download-file', open, 409, 'Access was taken back');
    await store.ask(ann, 'update-product', { product_id: product.id, file_ids: [extra] });
    await store.expectRefused(bob, 'download-file', open, 404, 'File not found');
    expect((await store.ask(bob, 'list-my-purchases', { status: 'refunded' })).purchases[0].files).toEqual([]);
    expect(await store.rows('SELECT FROM ext_products.downloads WHERE order_id = $1', order.order_id)).toHaveLength(2);
  });

  it('tells its buyers of a new version, once a day, and those who want to hear it', async () => {
    const product = await store.product(ann, { price: 0 });
    const people = await store.people(4);
    const orders = await Promise.all(people.map((who) => store.purchase(who, product)));
    await store.ask(people[0] as Account, 'update-settings', { notify_updates: false });
    await store.rows('UPDATE ext_products.orders SET revoked_at = now() WHERE id = $1', orders[1].order.id);
    const update = { product_id: product.id, notify_buyers: 'Version 2 is there.' };
    const { notified, product: after } = await store.ask(ann, 'update-product', update);
    expect([notified, after.last_update_at]).toEqual([2, expect.any(String)]);
    await store.service.jobsDone();
    const told = await Promise.all(people.map((who) => store.notices(who, 'updated')));
    expect(told.map(({ length }) => length)).toEqual([0, 0, 1, 1]);
    expect(told[2]?.[0].data).toMatchObject({ body: 'Version 2 is there.', product_id: product.id });
    const again = 'Buyers were notified less than 24 hours ago';
    await store.expectRefused(ann, 'update-product', update, 409, again);
    const mine = async () => (await store.ask(people[2] as Account, 'list-my-purchases')).purchases[0];
    expect((await mine()).updated_since_download).toBe(true);
    const open = { order_id: orders[2].order.id, file_id: product.file_id };
    await store.ask(people[2] as Account, 'download-file', open);
    expect((await mine()).updated_since_download).toBe(false);
    await store.rows(
      `UPDATE ext_products.products SET last_update_at = now() - interval '23 hours 59 minutes' WHERE id = $1`,
      product.id,
    );
    await store.expectRefused(ann, 'update-product', update, 409, again);
    await store.rows(
      `UPDATE ext_products.products SET last_update_at = now() - interval '24 hours' WHERE id = $1`,
      product.id,
    );
    await store.ask(ann, 'update-product', update);
    await store.service.jobsDone();
    expect(await store.notices(people[3] as Account, 'updated')).toHaveLength(2);
  });

  it('is reviewed by who has it', async () => {
    const product = await store.goods(ann, { stock: 9 });
    const review = (rating: number, body?: string, who = bob) =>
      store.call(who, 'review-product', { product_id: product.id, rating, body });
    const only = { error: 'Only buyers can review' };
    await review(5).expect(409, only);
    const order = await store.buy(bob, product, { ship_to: HOME });
    await review(5).expect(409, only);
    await store.ask(ann, 'fulfill-order', { order_id: order.order_id });
    const { body } = await review(2, 'Wobbly').expect(200);
    expect(body.review).toMatchObject({
      owner_id: bob.id,
      order_id: order.order_id,
      rating: 2,
      body: 'Wobbly',
    });
    await review(4, 'Fine after all').expect(200);
    expect((await store.notices(ann, 'reviewed')).at(-1).data).toMatchObject({
      product_id: product.id,
      rating: 4,
    });
    const others = await store.people(5);
    for (const who of others) await store.buy(who, product, { ship_to: HOME });
    await store.rows(
      `UPDATE ext_products.orders SET status = 'shipped' WHERE product_id = $1 AND status = 'paid'`,
      product.id,
    );
    const answers = await atOnce(20, (at) => review(5, `${at}`, others[at % 5]));
    expect(tally(answers)).toEqual({ 200: 20 });
    const page = await store.ask(store.nobody(), 'get-product', { product_id: product.id });
    expect(page.product.rating).toEqual({
      average: 4.83,
      count: 6,
      counts: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 5 },
    });
    expect(page.reviews).toHaveLength(6);
    expect(page.reviews.at(-1)).toEqual({
      id: body.review.id,
      rating: 4,
      body: 'Fine after all',
      reviewer: { id: bob.id, username: null },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    await store.refund(order.payment_id, 2000);
    await review(1).expect(409, only);
    await store.ask(ann, 'archive-product', { product_id: product.id });
    await review(1).expect(404, { error: 'Product not found' });
    await review(1, '', ann).expect(409, only);
    await review(3, 'Kept', others[0]).expect(200);
  });
});

describe('a license', () => {
  it('is verified as the example of the contract says', async () => {
    const product = await store.product(ann, { price: 5, license_keys: true, max_activations: 2 });
    const pro = { price: 49, stock_delta: 1 };
    const { variant } = await store.ask(ann, 'set-variant', {
      product_id: product.id,
      sku: 'PRO',
      name: 'Pro license',
      ...pro,
    });
    expect(variant).toMatchObject({ sku: 'PRO', price: 49, stock: 1, active: true });
    await store.ask(ann, 'set-coupon', { product_id: product.id, code: 'SPRING', percent_off: 20 });
    const order = await store.purchase(bob, product, { sku: 'PRO', coupon_code: 'spring' });
    expect(order.amount).toBe(39.2);
    const other = await store.person();
    await store.refusedPurchase(other, product, 409, 'Sold out', { sku: 'PRO' });
    await store.paid(order.payment_id);
    const [mine] = (await store.ask(bob, 'list-my-purchases')).purchases;
    const [{ key }] = mine.licenses;
    const verify = (more: object = {}) =>
      store.ask(store.nobody(), 'verify-license', { product_id: product.id, license_key: key, ...more });
    const license = {
      product_id: product.id,
      variant: 'PRO',
      activations: 0,
      max_activations: 2,
      created_at: expect.any(String),
    };
    expect(await verify()).toEqual({ valid: true, reason: null, license });
    expect(await verify({ license_key: 'NOPE' })).toEqual({ valid: false, reason: 'unknown', license: null });
    expect(await verify({ product_id: randomUUID() })).toMatchObject({ reason: 'unknown' });
    expect(await verify({ instance: 'laptop-1' })).toEqual({
      valid: true,
      reason: null,
      license: { ...license, activations: 1 },
    });
    expect((await verify({ instance: 'laptop-1', license_key: key.toLowerCase() })).license.activations).toBe(1);
    const answers = await atOnce(20, (at) => verify({ instance: `machine-${at}` }));
    expect(answers.filter(({ valid }) => valid)).toHaveLength(1);
    expect(await verify({ instance: 'new' })).toEqual({
      valid: false,
      reason: 'activation_limit',
      license: { ...license, activations: 2 },
    });
    expect(await verify({ instance: 'laptop-1' })).toMatchObject({ valid: true });
    expect(await verify({ instance: 'new', release: true })).toMatchObject({ reason: 'not_active_here' });
    expect(await verify({ instance: 'laptop-1', release: true })).toMatchObject({
      valid: true,
      reason: null,
    });
    expect(await verify({ instance: 'new' })).toMatchObject({ valid: true, license: { activations: 2 } });
    const [{ licenses }] = (await store.ask(bob, 'list-my-purchases')).purchases;
    expect(licenses[0]).toMatchObject({ activations: 2, instances: [{ instance: 'new' }, {}] });
    await store
      .call(store.nobody(), 'verify-license', { product_id: product.id, license_key: key, release: true })
      .expect(400);
    await store.refund(order.payment_id, 3920);
    expect(await verify({ instance: 'new' })).toMatchObject({ valid: false, reason: 'revoked' });
    expect(await store.stock(product, 'PRO')).toBe(1);
  });
});

it('a license without a limit has a thousand instances at most, twenty at once', async () => {
  const product = await store.product(ann, { price: 0, license_keys: true });
  const { licenses } = await store.purchase(bob, product);
  const [{ id, key }] = licenses;
  await store.rows(
    `INSERT INTO ext_products.license_activations (license_id, instance)
     SELECT $1, 'machine ' || n FROM generate_series(1, 995) n`,
    id,
  );
  const asked = { product_id: product.id, license_key: key };
  const verify = (more: object = {}) => store.call(store.nobody(), 'verify-license', { ...asked, ...more });
  const answers = await atOnce(20, (at) => verify({ instance: `new ${at}` }));
  expect(tally(answers)).toEqual({ 200: 5, 409: 15 });
  expect(refusals(answers)).toEqual([{ error: 'Too many activations' }]);
  const active = async () => (await verify().expect(200)).body.license;
  expect(await active()).toMatchObject({ activations: 1000, max_activations: null });
  await verify({ instance: 'machine 1' }).expect(200);
  await verify({ instance: 'machine 1', release: true }).expect(200);
  expect((await verify({ instance: 'another' }).expect(200)).body.valid).toBe(true);
  expect((await active()).activations).toBe(1000);
});
