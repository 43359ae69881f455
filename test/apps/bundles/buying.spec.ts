import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { Market } from './market.js';

let market: Market;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  market = await Market.start();
  ann = await market.seller();
});
beforeEach(async () => {
  bob = await market.person();
});
afterEach(() => market.expectSound());
afterAll(() => market.stop());

describe('a bundle', () => {
  it('completes the set: what the buyer owns is taken off, and they get the rest', async () => {
    const bundle = await market.bundle(ann);
    await market.ask(ann, 'courses/grant-access', { course_id: bundle.course.id, user_ids: [bob.id] });
    const { quote } = await market.ask(bob, 'quote-bundle', { bundle_id: bundle.id });
    const course = { item_type: 'course', item_id: bundle.course.id, title: 'Drawing basics', price: 60, owned: true };
    const product = { item_type: 'product', item_id: bundle.product.id, title: 'Brush set', price: 40, owned: false };
    expect(quote).toEqual({
      items: [course, product],
      list_total: 100,
      owned_total: 60,
      discount: 12,
      amount: 28,
      currency: 'usd',
      expires_with_sale: null,
    });
    const anonymous = await market.ask(market.nobody(), 'quote-bundle', { bundle_id: bundle.id });
    expect(anonymous.quote).toMatchObject({ owned_total: 0, discount: 30, amount: 70 });
    const checkout = await market.purchase(bob, bundle, { expected_amount: 28 });
    expect(checkout).toEqual({
      checkout_url: expect.any(String),
      payment_id: expect.any(String),
      purchase_id: expect.any(String),
      amount: 28,
      currency: 'usd',
      expires_at: expect.any(String),
    });
    const { metadata } = await market.payment(checkout.payment_id);
    expect(metadata).toMatchObject({ reference_type: 'bundle_purchase', reference_id: checkout.purchase_id });
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 1 });
    await market.paid(checkout.payment_id);
    expect(await market.counts(bundle)).toEqual({ sold_count: 1, held_count: 0 });
    const { purchases } = await market.ask(bob, 'list-purchases');
    expect(purchases).toMatchObject([
      {
        id: checkout.purchase_id,
        status: 'completed',
        bundle_title: 'Starter',
        list: 100,
        amount: 28,
        items: [
          { item_type: 'course', item_id: bundle.course.id, state: 'owned', value: 60, allocated: 0 },
          { item_type: 'product', item_id: bundle.product.id, state: 'granted', value: 40, allocated: 28 },
        ],
      },
    ]);
    expect(await market.access(bob, bundle)).toEqual([true, true]);
    expect((await market.notices(bob, 'purchased'))[0].data).toMatchObject({ purchase_id: checkout.purchase_id });
    expect((await market.notices(ann, 'sold')).at(-1).data).toMatchObject({ amount: 28, user_id: bob.id });
    await market.refusedPurchase(bob, bundle, 409, 'You already have this bundle');
  });

  it('keeps its price where nothing is taken off, but is never dearer than the rest', async () => {
    const bundle = await market.bundle(ann, { deduct_owned: false });
    await market.own(bob, bundle.product);
    const { quote } = await market.ask(bob, 'quote-bundle', { bundle_id: bundle.id });
    expect(quote).toMatchObject({ amount: 60, owned_total: 40, discount: 0 });
    const { purchase_id } = await market.buy(bob, bundle);
    expect(await market.states(purchase_id)).toMatchObject([{ state: 'granted' }, { state: 'owned' }]);
  });

  it('for nothing is given at once', async () => {
    const bundle = await market.bundle(ann, { price: 0, max_sales: 1 });
    const { purchase } = await market.ask(bob, 'purchase-bundle', { bundle_id: bundle.id });
    expect(purchase).toMatchObject({ status: 'completed', amount: 0, payment_id: null, source: 'purchase' });
    expect(purchase.items.map(({ state }: any) => state)).toEqual(['granted', 'granted']);
    expect(await market.access(bob, bundle)).toEqual([true, true]);
    const cat = await market.person();
    await market.expectRefused(cat, 'purchase-bundle', { bundle_id: bundle.id }, 409, 'Bundle is sold out');
  });

  it('that is too cheap to be charged is free', async () => {
    const bundle = await market.bundle(ann, { pricing: 'percent_off', price: undefined, percent_off: 99.9 });
    const { quote } = await market.ask(bob, 'quote-bundle', { bundle_id: bundle.id });
    expect(quote).toMatchObject({ amount: 0, discount: 100 });
  });
});

describe('a purchase is refused', () => {
  it('with one message after the other', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    const change = (fields: object) => market.ask(ann, 'update-bundle', { bundle_id: bundle.id, ...fields });
    const no = (error: string, more: object = {}) => market.refusedPurchase(bob, bundle, 409, error, more);
    await market.ask(ann, 'publish-bundle', { bundle_id: bundle.id, published: false });
    await market.refusedPurchase(bob, bundle, 404, 'Bundle not found');
    await market.publish(ann, bundle);
    await market.refusedPurchase(ann, bundle, 409, 'You cannot buy your own bundle');
    await change({ starts_at: '2040-01-01T00:00:00Z' });
    await no('Sale has not started');
    await change({ starts_at: '2001-01-01T00:00:00Z', ends_at: '2002-01-01T00:00:00Z' });
    await no('Sale is over');
    await change({ starts_at: null, ends_at: null });
    await market.ask(ann, 'products/archive-product', { product_id: bundle.product.id });
    await no('Bundle has an unavailable item');
    await market.ask(ann, 'products/publish-product', { product_id: bundle.product.id });
    await no('Price has changed to 70.00', { expected_amount: 69.99 });
    await market.refusedPurchase(bob, bundle, 400, 'success_url and cancel_url are required', {
      cancel_url: undefined,
    });
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 0 });
    await market.purchase(await market.person(), bundle);
    await no('Bundle is sold out');
    await market.ask(ann, 'courses/grant-access', { course_id: bundle.course.id, user_ids: [bob.id] });
    await market.own(bob, bundle.product);
    await no('You already own everything in this bundle');
    const input = { bundle_id: bundle.id, ...PAGES, success_url: 'javascript:alert(1)' };
    await market.call(bob, 'purchase-bundle', input).expect(400);
  });

  it('if the seller cannot be paid, and nothing stays held', async () => {
    const eve = await market.person();
    const bundle = await market.bundle(eve, { max_sales: 3 });
    await market.refusedPurchase(bob, bundle, 400, 'Seller does not have a connected processor account');
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 0 });
    expect(await market.rows('SELECT FROM ext_bundles.purchases WHERE bundle_id = $1', bundle.id)).toEqual([]);
  });

  it('if the processor is away, and goes on with the same key afterwards', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    await market.shop.processor.outage({ calls: 100, path: '/v1/checkout/sessions' });
    const input = { bundle_id: bundle.id, ...PAGES };
    const again = () => bob.client.post('/v1/apps/bundles/purchase-bundle', input).set('Idempotency-Key', 'again');
    await again().expect(502, { error: 'Payment processor unavailable' });
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 0 });
    await market.shop.processor.outage({ calls: 0 });
    const { body } = await again().expect(200);
    expect(await market.stored(body.purchase_id)).toMatchObject({ status: 'pending' });
    await market.paid(body.payment_id);
    expect(await market.states(body.purchase_id)).toHaveLength(2);
  });
});

describe('an open purchase', () => {
  it('is returned as it is until the amount changes', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    const first = await market.purchase(bob, bundle);
    expect(await market.purchase(bob, bundle)).toEqual(first);
    await market.ask(ann, 'update-bundle', { bundle_id: bundle.id, price: 60 });
    const second = await market.purchase(bob, bundle);
    expect(second).toMatchObject({ amount: 60 });
    expect(await market.stored(first.purchase_id)).toMatchObject({ status: 'expired' });
    await market.runOut();
    const third = await market.purchase(bob, bundle);
    expect(third.purchase_id).not.toBe(second.purchase_id);
    await market.runOut();
    await market.purchase(await market.person(), bundle);
    expect(await market.stored(third.purchase_id)).toMatchObject({ status: 'expired' });
  });

  it('stays one, however often it is asked for at once', async () => {
    const bundle = await market.bundle(ann, { max_sales: 2 });
    const made = await atOnce(20, () => market.purchase(bob, bundle));
    expect(new Set(made.map(({ purchase_id }) => purchase_id)).size).toBe(1);
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 1 });
  });
});

describe('races', () => {
  it('for the last sale have one winner', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    const free = await market.bundle(ann, { price: 0, max_sales: 1 });
    const people = await market.people(20);
    const input = (id: string) => ({ bundle_id: id, ...PAGES });
    for (const { id } of [bundle, free]) {
      const answers = await Promise.all(people.map((who) => market.call(who, 'purchase-bundle', input(id))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error);
      expect(new Set(refused)).toEqual(new Set(['Bundle is sold out']));
    }
  });

  it('of one buyer for what is free end in one purchase', async () => {
    const bundle = await market.bundle(ann, { price: 0 });
    const answers = await atOnce(20, () => market.call(bob, 'purchase-bundle', { bundle_id: bundle.id }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error);
    expect(new Set(refused)).toEqual(new Set(['You already have this bundle']));
  });
});
