import { randomUUID } from 'node:crypto';
import { atOnce } from '../../account/at-once.js';
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

describe('what other apps give', () => {
  it('is an order of its own, however often, until they take it back', async () => {
    const product = await store.product(ann, { price: 9, license_keys: true });
    const { id: variant_id } = await store.variant(ann, product, 'PRO');
    const grant = {
      user_id: bob.id,
      product_id: product.id,
      variant_id,
      source: 'bundle',
      source_id: randomUUID(),
    };
    const give = () => store.within((products) => products.grant(grant as never));
    const take = () => store.within((products) => products.revoke(grant as never));
    const owned = async () =>
      (await store.within((products) => products.owns(bob.id, [{ product_id: product.id, variant_id }]))).has(
        product.id,
      );
    expect(await owned()).toBe(false);
    expect(await atOnce(10, give)).toEqual(Array(10).fill(true));
    const mine = async () => (await store.ask(bob, 'list-my-purchases')).purchases;
    const [order] = await mine();
    expect(await mine()).toHaveLength(1);
    expect(order).toMatchObject({
      total: 0,
      source: 'bundle',
      variant_name: 'PRO',
      status: 'paid',
      revoked_at: null,
    });
    expect(order.licenses).toMatchObject([{ status: 'active' }]);
    expect(await owned()).toBe(true);
    expect([await take(), await take()]).toEqual([true, false]);
    expect((await mine())[0]).toMatchObject({
      revoked_at: expect.any(String),
      licenses: [{ status: 'revoked' }],
    });
    expect(await owned()).toBe(false);
    await give();
    expect((await mine())[0]).toMatchObject({ revoked_at: null, licenses: [{ ...order.licenses[0] }] });
    expect(await store.within((products) => products.grant({ ...grant, product_id: randomUUID() } as never))).toBe(
      false,
    );
    await store.expectRefused(bob, 'review-product', { product_id: randomUUID(), rating: 5 }, 404, 'Product not found');
  });

  it('by a subscription is no reason not to buy it for good', async () => {
    const product = await store.product(ann, { price: 9 });
    const grant = { user_id: bob.id, product_id: product.id, variant_id: null, source_id: randomUUID() };
    const items = [{ product_id: product.id, variant_id: null }];
    await store.within((products) => products.grant({ ...grant, source: 'subscription' }));
    expect((await store.within((products) => products.owns(bob.id, items))).size).toBe(0);
    await store.buy(bob, product);
    await store.within((products) => products.revoke({ ...grant, source: 'subscription' }));
    expect((await store.within((products) => products.owns(bob.id, items))).size).toBe(1);
    const item = { product_id: product.id, variant_id: null };
    expect(await store.within((products) => products.owners(item, [ann.id, bob.id]))).toEqual(new Set([bob.id]));
    await store.refusedPurchase(bob, product, 409, 'You already own this product');
  });

  it('is described to them all at once', async () => {
    const product = await store.goods(ann, { stock: 3, price: 12 });
    const other = await store.draft(ann);
    await store.variant(ann, other, 'A', { price: 7, stock_delta: 1 });
    const found = await store.within((products) => products.describe([product.id, other.id, randomUUID()]));
    const byId = new Map(found.map((one) => [one.id, one]));
    expect(byId.get(product.id)).toEqual({
      id: product.id,
      owner_id: ann.id,
      title: 'Easel',
      kind: 'physical',
      status: 'published',
      is_on_sale: true,
      cover_file_id: null,
      price_minor: 1200,
      currency: 'usd',
      is_counted: true,
      variants: [],
    });
    expect(byId.get(other.id)?.variants).toEqual([
      { id: expect.any(String), sku: 'A', name: 'A', price_minor: 700, active: true, is_counted: true },
    ]);
    expect(found).toHaveLength(2);
  });
});

describe('the administration', () => {
  it('sees all products, and removes them for good', async () => {
    const admin = await store.service.admin();
    const eve = await store.person();
    const product = await store.product(eve, { price: 0, title: 'Forbidden' });
    await store.variant(eve, product, 'A', { price: 3 });
    const { order } = await store.purchase(bob, await store.product(eve, { price: 0, title: 'Kept' }));
    const list = async () => (await admin.client.get('/v1/admin/products').expect(200)).body.products;
    const dashboard = async () =>
      (await eve.client.get('/v1/business/dashboard').expect(200)).body.stats.total_products;
    expect((await list()).slice(0, 2)).toMatchObject([
      { title: 'Kept' },
      {
        id: product.id,
        title: 'Forbidden',
        price: 3,
        status: 'published',
        created_at: expect.any(String),
        seller: { id: eve.id, username: null },
      },
    ]);
    expect(await dashboard()).toBe(2);
    for (const { product_id: id } of [{ product_id: product.id }, order]) {
      const done = { message: 'Product removed' };
      await admin.client.delete(`/v1/admin/products/${id}`).expect(200, done);
      await admin.client.delete(`/v1/admin/products/${id}`).expect(404, { error: 'Product not found' });
    }
    expect(await dashboard()).toBe(0);
    expect((await list()).map(({ id }: any) => id)).not.toContain(product.id);
    const gone = { product_id: product.id };
    const removed = 'Product was removed';
    await store.expectRefused(eve, 'update-product', { ...gone, title: 'x' }, 409, removed);
    await store.expectRefused(eve, 'publish-product', gone, 409, removed);
    await store.expectRefused(eve, 'archive-product', gone, 409, removed);
    await store.expectRefused(bob, 'purchase-product', gone, 404, 'Product not found');
    await store.expectRefused(bob, 'review-product', { ...gone, rating: 1 }, 404, 'Product not found');
    await store.expectRefused(bob, 'get-product', gone, 404, 'Product not found');
    expect((await store.notices(eve, 'removed')).map(({ data }) => data.product_id)).toContain(product.id);
    const [kept] = (await store.ask(bob, 'list-my-purchases')).purchases;
    expect(kept.product.status).toBe('removed');
    await store.ask(bob, 'download-file', { order_id: order.id, file_id: kept.files[0].id });
  });
});

describe('a product that is reported', () => {
  const report = (who: Account, { id }: { id: string }) =>
    who.client.post('/v1/reports', { reportable_id: id, reportable_type: 'product', reason: 'fake' });

  it('by three is kept from all but its seller and buyers until staff has looked', async () => {
    const admin = await store.service.admin();
    const product = await store.product(ann, { price: 0, title: 'Not what it says' });
    const gone = { product_id: product.id };
    const eve = await store.person();
    await store.purchase(eve, product);
    const reporters = [bob, ...(await store.people(2))];
    await store.service.database.query(`UPDATE account.users SET created_at = now() - interval '2 days'`);
    const listed = async () =>
      (await store.ask(bob, 'list-products', { query: 'says' })).products.map(({ id }: any) => id);
    expect(await listed()).toEqual([product.id]);
    const reports = [];
    for (const who of reporters) reports.push((await report(who, product).expect(201)).body.id);
    expect(await listed()).toEqual([]);
    await store.expectRefused(bob, 'get-product', gone, 404, 'Product not found');
    await store.expectRefused(bob, 'purchase-product', gone, 404, 'Product not found');
    await store.expectRefused(bob, 'review-product', { ...gone, rating: 1 }, 404, 'Product not found');
    await report(await store.person(), product).expect(404, { error: 'Product not found' });
    await store.ask(ann, 'publish-product', gone);
    expect(await listed()).toEqual([]);
    for (const who of [ann, eve, admin]) await store.ask(who, 'get-product', gone);
    await report(eve, product).expect(201);
    const shown = await admin.client.get(`/v1/admin/reports/${reports[0]}`).expect(200);
    expect(shown.body.reported).toMatchObject({
      type: 'product',
      id: product.id,
      title: 'Not what it says',
      author: { id: ann.id },
      status: 'flagged',
    });
    const { rows } = await store.service.database.query('SELECT id FROM moderation.reports WHERE reportable_id = $1', [
      product.id,
    ]);
    for (const { id } of rows) await admin.client.patch(`/v1/admin/reports/${id}`, { status: 'dismissed' }).expect(200);
    expect(await listed()).toEqual([product.id]);
    await store.purchase(bob, product);
  });

  it('has to be one that the reporter sees', async () => {
    const draft = await store.draft(ann);
    await report(bob, draft).expect(404, { error: 'Product not found' });
    await report(ann, draft).expect(201);
  });
});

describe('an account that goes', () => {
  it('takes its stars along even in the moment in which it gives them', async () => {
    const product = await store.product(ann, { price: 0 });
    const people = await store.people(10);
    for (const who of people) {
      await store.purchase(who, product);
      await store.ask(who, 'review-product', { product_id: product.id, rating: 2 });
    }
    const leaves = ({ client }: Account) => client.delete('/v1/users/me', { password: 'correct horse battery' });
    const statuses = await Promise.all(
      people.map(async (who, at) => {
        const review = { product_id: product.id, rating: 1 + (at % 5), body: 'Again' };
        const written = store.call(who, 'review-product', review);
        const [{ status }] = await Promise.all([written, at < 7 ? leaves(who).expect(200) : undefined]);
        return status;
      }),
    );
    // No review waits in a deadlock with the deletion of its author: it is written before, or its author is gone.
    expect(statuses.slice(0, 7).filter((status) => status !== 200 && status !== 401)).toEqual([]);
    expect(statuses.slice(7)).toEqual([200, 200, 200]);
    const { product: shown } = await store.ask(store.nobody(), 'get-product', { product_id: product.id });
    // Of those who stay: 3, 4 and 5.
    expect(shown.rating).toMatchObject({ average: 4, count: 3 });
    await store.expectSound();
  });

  it('frees what it held, takes its stars along, and leaves the books', async () => {
    const product = await store.goods(ann, { stock: 5 });
    await store.ask(ann, 'set-coupon', { product_id: product.id, code: 'GONE', percent_off: 10 });
    const order = await store.buy(bob, product, { ship_to: HOME });
    await store.ask(ann, 'fulfill-order', { order_id: order.order_id });
    await store.ask(bob, 'review-product', { product_id: product.id, rating: 4 });
    const waiting = await store.buy(bob, product, { ship_to: HOME });
    await store.purchase(bob, product, { ship_to: HOME, coupon_code: 'gone' });
    expect(await store.stock(product)).toBe(2);
    await bob.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    expect(await store.stock(product)).toBe(3);
    expect(await store.order(order.order_id)).toMatchObject({
      status: 'shipped',
      ship_to: null,
      owner_id: bob.id,
    });
    expect((await store.order(waiting.order_id)).ship_to).not.toBeNull();
    const { product: shown } = await store.ask(ann, 'get-product', { product_id: product.id });
    expect(shown.rating).toMatchObject({ average: null, count: 0 });
    const { orders } = await store.ask(ann, 'list-orders', { buyer: bob.id });
    expect(orders[0].buyer).toEqual({ id: bob.id, username: null });
  });
});
