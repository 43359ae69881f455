import { atOnce, refusals, tally } from '../../account/at-once.js';
import { deadlocks } from '../../support/deadlocks.js';
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

const coupon = (product: { id: string }, code: string, more: object = { percent_off: 10 }) =>
  store.ask(ann, 'set-coupon', { product_id: product.id, code, ...more });

describe('a hold', () => {
  /** As if this order had run out, and no job had written that down. */
  const runOut = (order_id: string) =>
    store.rows(`UPDATE ext_products.orders SET expires_at = now() - interval '1 second' WHERE id = $1`, order_id);

  it('whose half hour is over is free for everybody at once, before any job', async () => {
    const product = await store.goods(ann, { stock: 2 });
    await coupon(product, 'ONCE', { percent_off: 10, max_uses: 1 });
    const wish = { ship_to: HOME, quantity: 2, coupon_code: 'ONCE' };
    const { order_id } = await store.purchase(bob, product, wish);
    const eve = await store.person();
    await store.refusedPurchase(eve, product, 409, 'Sold out', { ship_to: HOME });
    const listed = async () => {
      const asked = { owner_id: ann.id, in_stock: true, limit: 100 };
      const { products } = await store.ask(eve, 'list-products', asked);
      return products.some(({ id }: { id: string }) => id === product.id);
    };
    expect(await listed()).toBe(false);
    await runOut(order_id);
    expect(await listed()).toBe(true);
    const page = await store.ask(store.nobody(), 'get-product', {
      product_id: product.id,
      coupon_code: 'once',
    });
    expect(page).toMatchObject({ product: { stock: 2, sold_out: false }, offer: { coupon_error: null } });
    expect(await store.order(order_id)).toMatchObject({ status: 'expired', stock_taken: 0 });
    const again = await store.purchase(eve, product, wish);
    await runOut(again.order_id);
    const people = await store.people(10);
    const answers = await atOnce(20, (at) =>
      store.call(people[at % 10] as Account, 'purchase-product', {
        product_id: product.id,
        ship_to: HOME,
        ...PAGES,
      }),
    );
    expect(new Set(answers.flatMap(({ body }) => body.order_id ?? [])).size).toBe(2);
    expect(await store.stock(product)).toBe(0);
  });

  it('of a variant is free at once too, and a late payment takes what others hold no more', async () => {
    const product = await store.goods(ann, {});
    await store.variant(ann, product, 'S', { stock_delta: 1 });
    const wish = { ship_to: HOME, sku: 'S' };
    const first = await store.purchase(bob, product, wish);
    await runOut(first.order_id);
    const eve = await store.person();
    const second = await store.purchase(eve, product, wish);
    await runOut(second.order_id);
    await store.paid(first.payment_id);
    expect((await store.order(first.order_id)).status).toBe('paid');
    expect((await store.order(second.order_id)).status).toBe('expired');
    expect(await store.stock(product, 'S')).toBe(0);
  });

  it('of a variant is changed beside those who buy it by a gift coupon, and all wait for nobody twice', async () => {
    const product = await store.goods(ann, { price: 30 });
    await store.variant(ann, product, 'A', { stock_delta: 100 });
    await coupon(product, 'GIFT', { percent_off: 100 });
    const people = await store.people(20);
    const buy = (at: number, more: object) => {
      const wish = { product_id: product.id, ship_to: HOME, sku: 'A', ...PAGES, ...more };
      return store.call(people[at] as Account, 'purchase-product', wish);
    };
    await Promise.all(people.slice(10).map((_, at) => buy(at + 10, { quantity: 2 })));
    const before = await deadlocks(store.service);
    const answers = await atOnce(20, (at) => buy(at, at < 10 ? { coupon_code: 'gift' } : { quantity: 3 }));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(await store.stock(product, 'A')).toBe(100 - 10 - 30);
    expect(await deadlocks(store.service)).toBe(before);
  });

  it('is had three times in a day without being paid, and not a fourth time by twenty at once', async () => {
    const product = await store.goods(ann, { stock: 5 });
    for (let at = 0; at < 3; at++) {
      const { order_id } = await store.purchase(bob, product, { ship_to: HOME });
      await runOut(order_id);
    }
    const wish = { product_id: product.id, ship_to: HOME, ...PAGES };
    const answers = await atOnce(20, (at) => store.call(bob, 'purchase-product', { ...wish, quantity: 1 + (at % 5) }));
    expect(tally(answers)).toEqual({ 409: 20 });
    expect(refusals(answers)).toEqual([{ error: 'Too many unpaid orders, try again tomorrow' }]);
    await store.ask(store.nobody(), 'get-product', { product_id: product.id });
    expect(await store.stock(product)).toBe(5);
    await store.purchase(await store.person(), product, { ship_to: HOME });
    await store.purchase(bob, await store.goods(ann, { stock: 1 }), { ship_to: HOME });
    await store.rows(
      `UPDATE ext_products.orders SET created_at = created_at - interval '24 hours' WHERE owner_id = $1`,
      bob.id,
    );
    await store.purchase(bob, product, { ship_to: HOME });
  });

  it('counts the time that it lasted, however often it is changed and read in between', async () => {
    const product = await store.goods(ann, { stock: 9 });
    for (let quantity = 1; quantity < 6; quantity++) await store.purchase(bob, product, { ship_to: HOME, quantity });
    // As if each had been open for 23 minutes, which is less than its half hour: 92 minutes in all.
    await store.rows(
      `UPDATE ext_products.orders SET created_at = created_at - interval '23 minutes'
       WHERE owner_id = $1 AND product_id = $2 AND status = 'expired'`,
      bob.id,
      product.id,
    );
    const error = 'Too many unpaid orders, try again tomorrow';
    await store.refusedPurchase(bob, product, 409, error, { ship_to: HOME, quantity: 7 });
    // The open one is still there, to be paid.
    await store.purchase(bob, product, { ship_to: HOME, quantity: 5 });
    expect(await store.stock(product)).toBe(4);
  });
});
