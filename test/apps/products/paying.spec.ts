import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import { completed } from '../../payments/webhook.js';
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

const types = async (who: Account) => (await store.notices(who)).map(({ type }) => type.replace('products.', ''));
const about = async (who: Account, type: string, order_id: string) =>
  (await store.notices(who, type)).filter(({ data }) => data.order_id === order_id);
const status = async ({ order_id }: { order_id: string }) => (await store.order(order_id)).status;

describe('a payment', () => {
  it('gives what was bought, once, and both sides are told', async () => {
    const affiliate_id = randomUUID();
    const recorded: any[] = [];
    store.beside('affiliates', {
      resolve: ({ referral }: any) => Promise.resolve(referral === 'friend' ? affiliate_id : null),
      recordSale: (sale: any) => Promise.resolve(void recorded.push(sale)),
      reverseSale: (sale: any) => Promise.resolve(void recorded.push(sale)),
    });
    const product = await store.goods(ann, { price: 40, shipping_price: 5, stock: 10 });
    const wish = { ship_to: HOME, quantity: 2, referral: 'friend' };
    const order = await store.purchase(bob, product, wish);
    const { payment_id, order_id } = order;
    const paid = completed(await store.payment(payment_id));
    expect(tally(await atOnce(10, () => store.webhook.send(paid)))).toEqual({ 200: 10 });
    const admin = await store.service.admin();
    expect(await store.ask(admin, 'payment-succeeded', { payment_id })).toEqual({ fulfilled: true });
    expect(await store.order(order_id)).toMatchObject({ status: 'paid', affiliate_id, stock_taken: 2 });
    expect(recorded).toEqual([
      {
        affiliate_id,
        seller_id: ann.id,
        buyer_id: bob.id,
        app_slug: 'products',
        item_id: product.id,
        reference_type: 'order',
        reference_id: order_id,
        payment_id,
        payment_number: 1,
        amount_minor: 8000,
        currency: 'usd',
      },
    ]);
    expect(await types(bob)).toEqual(['purchased']);
    expect((await about(ann, 'sold', order_id)).map(({ data }) => data.amount)).toEqual([85]);

    await store.refund(payment_id, 3000);
    expect(await store.order(order_id)).toMatchObject({
      status: 'paid',
      refunded_minor: 3000,
      refunded_at: null,
    });
    await store.refund(payment_id, 8500);
    expect(await store.ask(admin, 'payment-refunded', { payment_id })).toEqual({ reversed: true });
    expect(await store.order(order_id)).toMatchObject({
      status: 'refunded',
      refunded_minor: 8500,
      stock_taken: 0,
    });
    expect(await store.stock(product)).toBe(10);
    expect(recorded.slice(1)).toEqual([
      { payment_id, refunded_minor: 3000 },
      { payment_id, refunded_minor: 8000 },
    ]);
    expect(await types(bob)).toEqual(['purchased', 'refunded']);
    store.beside('affiliates', {});
  });

  it('that comes late is honoured as long as there is some, archived or not', async () => {
    const product = await store.goods(ann, { stock: 2 });
    await store.ask(ann, 'set-coupon', { product_id: product.id, code: 'LATE', percent_off: 10 });
    const late = await store.purchase(bob, product, { ship_to: HOME, coupon_code: 'late' });
    const eve = await store.person();
    const later = await store.purchase(eve, product, { ship_to: HOME });
    await store.expireAll();
    expect(await store.stock(product)).toBe(2);
    await store.buy(await store.person(), product, { ship_to: HOME });
    await store.ask(ann, 'archive-product', { product_id: product.id });
    await store.paid(late.payment_id);
    expect([await status(late), await store.stock(product)]).toEqual(['paid', 0]);
    await store.paid(later.payment_id);
    expect(await store.order(later.order_id)).toMatchObject({
      status: 'needs_attention',
      attention: 'out_of_stock',
      stock_taken: 0,
    });
    for (const who of [ann, eve]) expect(await about(who, 'refund_needed', later.order_id)).toHaveLength(1);
    const needs = await store.ask(ann, 'list-orders', { needs: 'attention', product_id: product.id });
    expect(needs.orders).toMatchObject([{ id: later.order_id, ship_to: null }]);

    const shipped = await store.ask(ann, 'fulfill-order', { order_id: later.order_id });
    expect(shipped.order).toMatchObject({ status: 'shipped', attention: null });
    await store.refund(later.payment_id, 2000);
    expect([await status(later), await store.stock(product)]).toEqual(['refunded', 0]);
  });

  it('that comes late uses its coupon after all, though others have used it up', async () => {
    const product = await store.goods(ann, { price: 50, stock: 5 });
    const fields = { product_id: product.id, code: 'ONCE', percent_off: 20, max_uses: 1 };
    await store.ask(ann, 'set-coupon', fields);
    const wish = { ship_to: HOME, coupon_code: 'ONCE' };
    const late = await store.purchase(bob, product, wish);
    await store.rows(
      `UPDATE ext_products.orders SET expires_at = now() - interval '1 second' WHERE id = $1`,
      late.order_id,
    );
    const other = await store.person();
    await store.buy(other, product, wish);
    await store.paid(late.payment_id);
    expect(await store.order(late.order_id)).toMatchObject({ status: 'paid', discount_minor: 1000 });
    const { coupons } = await store.ask(ann, 'get-product', { product_id: product.id });
    expect(coupons).toMatchObject([{ used_count: 2, max_uses: 1 }]);
    await store.refusedPurchase(await store.person(), product, 409, 'Coupon is not valid', wish);
  });

  it('that comes twice for one copy waits for a refund', async () => {
    const product = await store.product(ann, { price: 20, stock: 5 });
    const first = await store.purchase(bob, product);
    await store.expireAll();
    const second = await store.purchase(bob, product);
    for (const { payment_id } of [second, first]) await store.paid(payment_id);
    expect(await store.order(first.order_id)).toMatchObject({
      status: 'needs_attention',
      attention: 'duplicate',
    });
    expect([await status(second), await store.stock(product)]).toEqual(['paid', 4]);
    const ship = { order_id: first.order_id };
    await store.expectRefused(ann, 'fulfill-order', ship, 409, 'Order is needs_attention');
    await store.refund(first.payment_id, 2000);
    expect([await status(first), await status(second), await store.stock(product)]).toEqual(['refunded', 'paid', 4]);
  });

  it('for something that somebody made up unlocks nothing', async () => {
    const product = await store.product(ann, { price: 20 });
    const order = await store.purchase(bob, product);
    const forged = { app_slug: 'products', reference_type: 'order', reference_id: order.order_id, amount: 1 };
    const link = await store.shop.askToBuy(bob, ann, forged);
    expect(await store.webhook.deliver(completed(await store.shop.paymentOf(link)))).toBe('applied');
    expect(await status(order)).toBe('pending');
    const others = ['total_minor = 3000', `currency = 'eur'`, 'owner_id = id', 'seller_id = owner_id'];
    for (const other of others) {
      const goods = await store.goods(ann, { stock: 3 });
      const { order_id, payment_id } = await store.purchase(bob, goods, { ship_to: HOME });
      await store.rows(`UPDATE ext_products.orders SET ${other} WHERE id = $1`, order_id);
      await store.paid(payment_id);
      expect(await store.order(order_id)).toMatchObject({ status: 'needs_attention', attention: null });
      expect(await store.stock(goods)).toBe(3);
    }
  });

  it('for what is gone with its seller is never lost', async () => {
    const eve = await store.seller();
    const product = await store.product(eve, { price: 20 });
    const [order, bought] = [await store.purchase(bob, product), await store.buy(await store.person(), product)];
    await store.rows('DELETE FROM ext_products.products WHERE id = $1', product.id);
    await store.paid(order.payment_id);
    expect(await status(order)).toBe('needs_attention');
    await store.refund(bought.payment_id, 2000);
    expect(await status(bought)).toBe('refunded');
    const { purchases } = await store.ask(bob, 'list-my-purchases');
    expect(purchases).toMatchObject([{ id: order.order_id, product: null, product_id: null, files: [] }]);
  });

  it('keeps the currency of what was sold, and tells of little stock once', async () => {
    const product = await store.goods(ann, { stock: 6 });
    await store.ask(ann, 'update-settings', { low_stock_at: 4 });
    const low = async () =>
      (await store.notices(ann, 'low_stock'))
        .filter(({ data }) => data.product_id === product.id)
        .map(({ data }) => data.left);
    const buy = async (quantity = 1) => store.buy(await store.person(), product, { ship_to: HOME, quantity });
    await buy();
    expect(await low()).toEqual([]);
    await buy();
    await buy();
    expect(await low()).toEqual([4]);
    await store.ask(ann, 'update-product', { product_id: product.id, stock_delta: 3 });
    await buy(4);
    expect(await low()).toEqual([4, 2]);
    const change = { product_id: product.id, currency: 'eur' };
    await store.expectRefused(ann, 'update-product', change, 409, 'Currency is fixed after the first sale');
  });
});

describe('orders', () => {
  it('are shipped, and the tracking mended', async () => {
    const product = await store.goods(ann, { stock: 5 });
    const order = await store.purchase(bob, product, { ship_to: { ...HOME, country: 'de' } });
    const { order_id } = order;
    const ship = (more: object = {}) => store.call(ann, 'fulfill-order', { order_id, ...more });
    await ship().expect(409, { error: 'Order is pending' });
    await store.paid(order.payment_id);
    await store.expectRefused(bob, 'fulfill-order', { order_id }, 403, 'Forbidden');
    await ship({ tracking_url: 'http://track.example/1' }).expect(400);
    const { body } = await ship({ carrier: 'Post', tracking_number: '1' }).expect(200);
    expect(body.order).toMatchObject({
      status: 'shipped',
      carrier: 'Post',
      tracking_number: '1',
      shipped_at: expect.any(String),
      ship_to: { ...HOME, line2: null, region: null },
    });
    await ship({ carrier: 'Post' }).expect(200);
    const url = 'https://track.example/2';
    const mended = (await ship({ tracking_number: '2', tracking_url: url }).expect(200)).body.order;
    expect(mended).toMatchObject({
      carrier: 'Post',
      tracking_number: '2',
      shipped_at: body.order.shipped_at,
    });
    expect((await store.notices(bob, 'shipped')).map(({ data }) => data.tracking_url)).toEqual([null, url]);
    await store.refund(order.payment_id, 2000);
    expect(await store.stock(product)).toBe(4);
    await ship().expect(409, { error: 'Order is refunded' });
    const copy = await store.purchase(bob, await store.product(ann, { price: 0 }));
    const digital = { order_id: copy.order.id };
    await store.expectRefused(ann, 'fulfill-order', digital, 409, 'Digital orders need no shipping');
  });

  it('are listed to their seller, with what they come to', async () => {
    const eve = await store.seller();
    const [goods, copy] = [
      await store.goods(eve, { price: 20, shipping_price: 5 }),
      await store.product(eve, { price: 8, currency: 'eur' }),
    ];
    await store.ask(eve, 'set-coupon', { product_id: goods.id, code: 'TEN', percent_off: 10 });
    const first = await store.buy(bob, goods, { ship_to: HOME, coupon_code: 'ten' });
    const second = await store.buy(bob, copy);
    const open = await store.purchase(bob, goods, { ship_to: HOME });
    const list = async (more: object = {}) => store.ask(eve, 'list-orders', more);
    const found = async (more: object) => (await list(more)).orders.map(({ id }: any) => id);
    const { orders, totals, next_cursor } = await list();
    expect(orders.map(({ id }: any) => id)).toEqual([open, second, first].map(({ order_id }) => order_id));
    expect(orders.map(({ ship_to }: any) => ship_to?.city ?? null)).toEqual([null, null, 'Berlin']);
    expect(orders[2]).toMatchObject({ unit: 20, discount: 2, shipping: 5, total: 23, buyer: { id: bob.id } });
    expect([totals, next_cursor]).toEqual([
      {
        count: 3,
        revenue: { eur: 8, usd: 23 },
        discounts: { eur: 0, usd: 2 },
        shipping: { eur: 0, usd: 5 },
      },
      null,
    ]);
    const page = await list({ limit: 2 });
    expect(await found({ cursor: page.next_cursor })).toEqual([first.order_id]);
    expect(await found({ product_id: copy.id })).toEqual([second.order_id]);
    expect(await found({ status: 'pending' })).toEqual([open.order_id]);
    expect(await found({ needs: 'ship' })).toEqual([first.order_id]);
    expect(await found({ needs: 'attention' })).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await found({ from: today, to: today, buyer: bob.id })).toHaveLength(3);
    expect(await found({ to: new Date(0).toISOString() })).toEqual([]);
    await store.rows('UPDATE account.users SET username = $2 WHERE id = $1', bob.id, 'bob_the_buyer');
    expect(await found({ buyer: 'Bob_the_buyer' })).toHaveLength(3);
    expect(await found({ buyer: 'somebody' })).toEqual([]);
    expect((await store.ask(bob, 'list-orders')).orders).toEqual([]);
    // Where it goes is told only while it has to go there.
    await store.expireAll();
    const places: Record<string, string | null> = {};
    for (const state of ['pending', 'paid', 'shipped', 'expired', 'refunded', 'needs_attention']) {
      await store.rows('UPDATE ext_products.orders SET status = $2 WHERE id = $1', first.order_id, state);
      places[state] = (await list()).orders.at(-1).ship_to?.city ?? null;
    }
    await store.rows('UPDATE ext_products.orders SET status = $2 WHERE id = $1', first.order_id, 'paid');
    const hidden = { pending: null, expired: null, refunded: null, needs_attention: null };
    expect(places).toEqual({ ...hidden, paid: 'Berlin', shipped: 'Berlin' });
    for (const from of ['yesterday', '2026-02-30', '2026-02-30T00:00:00Z']) {
      await store.call(eve, 'list-orders', { from }).expect(400);
    }
  });
});
