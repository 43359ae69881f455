import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
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

const ALREADY = 'You already own this product';
const coupon = (product: { id: string }, code: string, more: object = { percent_off: 10 }) =>
  store.ask(ann, 'set-coupon', { product_id: product.id, code, ...more });

describe('buying', () => {
  it('is refused in the order of the contract', async () => {
    await store.refusedPurchase(bob, { id: randomUUID() }, 404, 'Product not found');
    const draft = await store.draft(ann);
    await store.refusedPurchase(ann, draft, 404, 'Product not found');
    const limited = { pay_what_you_want: true, ships_to: ['AT', 'DE'], max_per_buyer: 3 };
    const product = await store.goods(ann, { ...limited, price: 20, stock: 9 });
    await store.refusedPurchase(ann, product, 409, 'You cannot buy your own product', { sku: 'none' });
    await store.refusedPurchase(bob, product, 404, 'Variant not found', { sku: 'none' });
    await store.variant(ann, product, 'OLD', { active: false });
    await store.refusedPurchase(bob, product, 400, 'Choose a variant', { amount: 1 });
    await store.refusedPurchase(bob, product, 404, 'Variant not found', { sku: 'OLD', amount: 1 });
    await store.variant(ann, product, 'S', { price: 25.5, stock_delta: 2 });
    const wish = { sku: 'S', amount: 25, quantity: 4, coupon_code: 'none' };
    await store.refusedPurchase(bob, product, 400, 'Amount is below the minimum of 25.5', wish);
    const paying = { ...wish, amount: 25.5 };
    await store.refusedPurchase(bob, product, 400, 'A shipping address is needed', paying);
    const abroad = { ...paying, ship_to: { ...HOME, country: 'fr' } };
    await store.refusedPurchase(bob, product, 409, 'The seller does not ship to FR', abroad);
    const sent = { ...paying, ship_to: HOME };
    await store.refusedPurchase(bob, product, 409, 'Limit is 3 per buyer', sent);
    await store.refusedPurchase(bob, product, 409, 'Coupon is not valid', { ...sent, quantity: 3 });
    const plain = { ...sent, quantity: 3, coupon_code: undefined };
    await store.refusedPurchase(bob, product, 409, 'Only 2 left', plain);
    const one = { product_id: product.id, ...plain, quantity: 1 };
    await store.expectRefused(bob, 'purchase-product', one, 400, 'success_url and cancel_url are required');
    await store.call(bob, 'purchase-product', { ...one, ...PAGES, cancel_url: 'ftp://x' }).expect(400);
    await store.call(bob, 'purchase-product', { ...one, ship_to: { ...HOME, city: 5 } }).expect(400);
    expect(await store.stock(product, 'S')).toBe(2);
    expect(await store.rows('SELECT FROM ext_products.orders WHERE product_id = $1', product.id)).toEqual([]);
  });

  it('of a copy is once for a variant, and of one alone', async () => {
    const product = await store.product(ann, { price: 0 });
    await store.refusedPurchase(bob, product, 400, 'One copy is enough', { quantity: 2 });
    await store.purchase(bob, product);
    await store.refusedPurchase(bob, product, 409, ALREADY, { quantity: 2 });
    await store.variant(ann, product, 'PRO');
    await store.purchase(bob, product, { sku: 'PRO' });
    await store.refusedPurchase(bob, product, 409, ALREADY, { sku: 'PRO' });
    await store.variant(ann, product, 'MAX');
    const answers = await atOnce(20, () => store.call(bob, 'purchase-product', { product_id: product.id, sku: 'MAX' }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: ALREADY }]);
  });

  it('is at once where nothing is to be paid', async () => {
    const product = await store.product(ann, { license_keys: true, max_activations: 2, max_per_buyer: 3 });
    const { order, licenses } = await store.purchase(bob, product, { quantity: 2 });
    expect(order).toMatchObject({
      owner_id: bob.id,
      seller_id: ann.id,
      product_id: product.id,
      title: 'Brushes',
      quantity: 2,
      unit: 0,
      total: 0,
      status: 'paid',
      source: 'purchase',
      payment_id: null,
      paid_at: expect.any(String),
    });
    expect(licenses).toHaveLength(2);
    expect(licenses[0]).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^([2-9A-HJ-NP-Z]{5}-){4}[2-9A-HJ-NP-Z]{5}$/),
      status: 'active',
      activations: 0,
      max_activations: 2,
      instances: [],
      created_at: expect.any(String),
    });
    expect((await store.notices(bob)).map(({ type }) => type)).toEqual(['products.purchased']);
    await store.refusedPurchase(bob, product, 409, 'Limit is 3 per buyer', { quantity: 2 });
    expect(tally(await atOnce(20, () => store.call(bob, 'purchase-product', { product_id: product.id })))).toEqual({
      200: 1,
      409: 19,
    });
  });

  it('costs what the rule says, to the last cent', async () => {
    const product = await store.goods(ann, { price: 3.33, shipping_price: 4.5 });
    await coupon(product, 'THIRD', { percent_off: 33.33 });
    await coupon(product, 'ALL', { amount_off: 50 });
    const sums = async (more: object) => {
      const { order_id, amount } = await store.purchase(bob, product, { ship_to: HOME, ...more });
      const { unit_minor, discount_minor, shipping_minor, total_minor } = await store.order(order_id);
      expect(amount).toBe(total_minor / 100);
      return [unit_minor, discount_minor, shipping_minor, total_minor];
    };
    expect(await sums({ quantity: 7 })).toEqual([333, 0, 450, 2781]);
    expect(await sums({ quantity: 7, coupon_code: 'third' })).toEqual([333, 776, 450, 2005]);
    expect(await sums({ coupon_code: 'ALL' })).toEqual([333, 333, 450, 450]);
    const small = await store.product(ann, { price: 0, pay_what_you_want: true });
    const { order } = await store.purchase(bob, small, { amount: 0.49 });
    expect(order).toMatchObject({ unit: 0.49, discount: 0.49, total: 0, status: 'paid' });
    const dear = await store.goods(ann, { price: 999_999.99 });
    await store.call(bob, 'purchase-product', { product_id: dear.id, ship_to: HOME, quantity: 2 }).expect(400);
    const fixed = await store.product(ann, { price: 5 });
    for (const amount of [5, 4, 0]) await store.refusedPurchase(bob, fixed, 400, 'Price is fixed', { amount });
    const generous = await store.product(ann, { price: 5, pay_what_you_want: true });
    expect((await store.purchase(bob, generous, { amount: 7.5 })).amount).toBe(7.5);
    expect((await store.purchase(bob, generous)).amount).toBe(5);
  });

  it('needs a seller who can be paid, and leaves nothing where he cannot', async () => {
    const eve = await store.person();
    const product = await store.goods(eve, { stock: 1 });
    const error = 'Seller does not have a connected processor account';
    await store.refusedPurchase(bob, product, 400, error, { ship_to: HOME });
    expect(await store.stock(product)).toBe(1);
  });
});

describe('a checkout', () => {
  it('holds stock and a coupon for half an hour, and is the same when it is asked for again', async () => {
    const product = await store.goods(ann, { price: 50, stock: 3 });
    await coupon(product, 'ONCE', { percent_off: 20, max_uses: 1 });
    const wish = { ship_to: HOME, coupon_code: 'once', quantity: 2 };
    const order = await store.purchase(bob, product, wish);
    expect(order).toEqual({
      checkout_url: expect.stringContaining('http'),
      payment_id: expect.any(String),
      order_id: expect.any(String),
      amount: 80,
      currency: 'usd',
      expires_at: expect.any(String),
    });
    expect(Math.round((Date.parse(order.expires_at) - Date.now()) / 60_000)).toBe(30);
    expect(await store.purchase(bob, product, { ...wish, coupon_code: 'ONCE' })).toEqual(order);
    expect(await store.stock(product)).toBe(1);
    const other = await store.person();
    await store.refusedPurchase(other, product, 409, 'Coupon is not valid', wish);
    await store.refusedPurchase(other, product, 409, 'Only 1 left', { ship_to: HOME, quantity: 2 });
    await store.refusedPurchase(bob, product, 409, 'Only 3 left', { ...wish, quantity: 4 });
    expect((await store.order(order.order_id)).status).toBe('pending');
    const more = await store.purchase(bob, product, { ...wish, quantity: 3 });
    expect(more.amount).toBe(120);
    expect(await store.order(order.order_id)).toMatchObject({ status: 'expired', stock_taken: 0 });
    expect(await store.stock(product)).toBe(0);
    await store.refusedPurchase(other, product, 409, 'Sold out', { ship_to: HOME });
    const moved = await store.purchase(bob, product, {
      ...wish,
      ship_to: { ...HOME, city: 'Hamburg' },
      quantity: 3,
    });
    expect(moved.order_id).not.toBe(more.order_id);
    await store.expectSound();
    await store.expireAll();
    expect([await store.stock(product), (await store.order(moved.order_id)).status]).toEqual([3, 'expired']);
    await store.purchase(other, product, wish);
  });

  it('keeps its price while it is open, whatever the seller asks by now, unless nothing is left to pay', async () => {
    const product = await store.goods(ann, { price: 20, shipping_price: 3, stock: 5 });
    const order = await store.purchase(bob, product, { ship_to: HOME });
    const change = (more: object) => store.ask(ann, 'update-product', { product_id: product.id, ...more });
    await change({ price: 30, shipping_price: 4 });
    expect(await store.purchase(bob, product, { ship_to: HOME })).toEqual(order);
    expect(await store.stock(product)).toBe(4);
    const two = await store.purchase(bob, product, { ship_to: HOME, quantity: 2 });
    expect(two.amount).toBe(64);
    expect((await store.order(order.order_id)).status).toBe('expired');
    await change({ pay_what_you_want: true, price: 10 });
    const named = await store.purchase(bob, product, { ship_to: HOME, quantity: 2, amount: 11 });
    expect(named).toMatchObject({ amount: 26, order_id: expect.not.stringContaining(two.order_id) });
    await change({ price: 0, shipping_price: 0 });
    expect(await store.purchase(bob, product, { ship_to: HOME, quantity: 2, amount: 11 })).toEqual(named);
    const free = await store.purchase(bob, product, { ship_to: HOME, quantity: 2 });
    expect(free.order).toMatchObject({ status: 'paid', total: 0 });
    expect(await store.stock(product)).toBe(3);
    const given = await store.goods(ann, { price: 20, stock: 1 });
    await store.purchase(bob, given, { ship_to: HOME });
    await store.ask(ann, 'update-product', { product_id: given.id, price: 0 });
    expect((await store.purchase(bob, given, { ship_to: HOME })).order.total).toBe(0);
    expect(await store.stock(given)).toBe(0);
  });

  it('is one for one buyer, however often he asks at once', async () => {
    const product = await store.goods(ann, { stock: 5, max_per_buyer: 1 });
    const wish = { product_id: product.id, ship_to: HOME, ...PAGES };
    const answers = await atOnce(20, () => store.call(bob, 'purchase-product', wish));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1);
    expect(await store.stock(product)).toBe(4);
  });

  it('does not wait for other buyers of a product whose stock is not counted', async () => {
    const product = await store.product(ann, { price: 20, kind: 'digital' });
    const free = await store.product(ann, { price: 0, kind: 'digital' });
    const other = await store.service.database.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM ext_products.products WHERE id = ANY ($1) FOR NO KEY UPDATE', [
        [product.id, free.id],
      ]);
      expect((await store.purchase(bob, product)).amount).toBe(20);
      const review = { product_id: free.id, rating: 5 };
      await store.expectRefused(bob, 'review-product', review, 409, 'Only buyers can review');
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
  });

  it('is one for one buyer at once, also where no stock is counted', async () => {
    const product = await store.product(ann, { price: 20, kind: 'digital' });
    const wish = { product_id: product.id, ...PAGES };
    const answers = await atOnce(20, () => store.call(bob, 'purchase-product', wish));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1);
  });

  it('never sells the last pieces and the last uses of a coupon twice, fifty at once', async () => {
    const product = await store.goods(ann, { price: 30 });
    await store.variant(ann, product, 'A', { stock_delta: 4 });
    await store.variant(ann, product, 'B', { stock_delta: 3 });
    await coupon(product, 'FEW', { amount_off: 10, max_uses: 2 });
    const people = await store.people(25);
    const answers = await atOnce(50, (at) =>
      store.call(people[at % 25] as Account, 'purchase-product', {
        product_id: product.id,
        ship_to: HOME,
        sku: at % 2 ? 'A' : 'B',
        ...PAGES,
        ...(at % 25 < 10 && { coupon_code: 'few' }),
      }),
    );
    const pending = await store.rows(
      `SELECT variant_name, coupon_id FROM ext_products.orders WHERE product_id = $1 AND status = 'pending'`,
      product.id,
    );
    expect(
      pending.filter(({ variant_name }) => variant_name === 'A').length + ((await store.stock(product, 'A')) ?? 0),
    ).toBe(4);
    expect(
      pending.filter(({ variant_name }) => variant_name === 'B').length + ((await store.stock(product, 'B')) ?? 0),
    ).toBe(3);
    expect(pending.filter(({ coupon_id }) => coupon_id).length).toBeLessThanOrEqual(2);
    const words = refusals(answers).map((told: any) => told.error as string);
    expect(words.filter((word) => !['Sold out', 'Coupon is not valid'].includes(word))).toEqual([]);
  });

  it('gives everything back where the processor is away, and goes on when it is back', async () => {
    const product = await store.goods(ann, { stock: 1 });
    await coupon(product, 'ONLY', { percent_off: 10, max_uses: 1 });
    const keyed = { client: bob.client.with({ 'idempotency-key': randomUUID() }) };
    const wish = { product_id: product.id, ship_to: HOME, coupon_code: 'only', ...PAGES };
    await store.shop.processor.outage({ calls: 100, status: 402, path: '/v1/checkout' });
    const { status } = await store.call(keyed, 'purchase-product', wish);
    await store.shop.processor.outage({ calls: 0 });
    expect(status).toBe(502);
    expect(await store.stock(product)).toBe(1);
    await store.expectSound();
    const { body } = await store.call(keyed, 'purchase-product', wish).expect(200);
    expect(body.amount).toBe(18);
    expect(await store.stock(product)).toBe(0);
    expect((await store.call(keyed, 'purchase-product', wish).expect(200)).body).toEqual(body);
    await store.paid(body.payment_id);
    expect((await store.order(body.order_id)).status).toBe('paid');
  });

  it('that got no page, because who was to open it is gone, is done anew', async () => {
    const product = await store.goods(ann, { stock: 1 });
    const order = await store.purchase(bob, product, { ship_to: HOME });
    await store.rows(
      `UPDATE ext_products.orders SET checkout_url = NULL, created_at = now() - interval '4 minutes' WHERE id = $1`,
      order.order_id,
    );
    const again = await store.purchase(bob, product, { ship_to: HOME });
    expect(again.order_id).not.toBe(order.order_id);
    expect(await store.stock(product)).toBe(0);
  });
});
