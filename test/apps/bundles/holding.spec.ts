import { atOnce } from '../../account/at-once.js';
import { GrantNewItem } from '../../../src/apps/bundles/jobs/grant-new-item.job.js';
import { ProductsService } from '../../../src/apps/products/products.service.js';
import { completed } from '../../payments/webhook.js';
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

describe('a sale that is held', () => {
  it('is given back if the process died before the page was open', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    const { purchase_id } = await market.purchase(bob, bundle);
    await market.rows(
      `UPDATE ext_bundles.purchases SET checkout_url = NULL, created_at = now() - interval '4 minutes' WHERE id = $1`,
      purchase_id,
    );
    const again = await market.purchase(bob, bundle);
    expect(again.purchase_id).not.toBe(purchase_id);
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'expired' });
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 1 });
  });

  it('is not kept from others for longer than three half hours a day', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    const unlimited = await market.bundle(ann);
    for (let at = 0; at < 3; at++) {
      for (const one of [bundle, unlimited]) await market.purchase(bob, one);
      await market.expireAll();
    }
    await market.refusedPurchase(bob, bundle, 409, 'Too many unpaid orders, try again tomorrow');
    await market.purchase(bob, unlimited);
    await market.purchase(await market.person(), bundle);
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 1 });
  });

  it('is free again for others when its time is over, before the job has run', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    await market.purchase(bob, bundle);
    const left = async () => (await market.ask(market.nobody(), 'get-bundle', { bundle_id: bundle.id })).offer;
    expect(await left()).toMatchObject({ sales_left: 0, why_not: 'Bundle is sold out' });
    await market.runOut();
    expect(await left()).toMatchObject({ sales_left: 1, sellable: true });
    const people = await market.people(20);
    const input = { bundle_id: bundle.id, ...PAGES };
    const answers = await Promise.all(people.map((who) => market.call(who, 'purchase-bundle', input)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 1 });
  });

  it('counts against max_sales, which a late payment may pass without a further rule', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    const late = await market.purchase(bob, bundle);
    const change = (fields: object) => market.call(ann, 'update-bundle', { bundle_id: bundle.id, ...fields });
    await market.expireAll();
    await market.buy(await market.person(), bundle);
    await market.paid(late.payment_id);
    await change({ title: 'Corrected' }).expect(200);
    await change({ max_sales: 1 }).expect(409, { error: 'max_sales is below what is sold' });
    await change({ max_sales: 2 }).expect(200);
  });

  it('keeps its key: the same key for another amount is refused', async () => {
    const bundle = await market.bundle(ann);
    await market.shop.processor.outage({ calls: 100, path: '/v1/checkout/sessions' });
    const input = { bundle_id: bundle.id, ...PAGES };
    const again = () => bob.client.post('/v1/apps/bundles/purchase-bundle', input).set('Idempotency-Key', 'dearer');
    await again().expect(502);
    await market.shop.processor.outage({ calls: 0 });
    await market.ask(ann, 'update-bundle', { bundle_id: bundle.id, price: 80 });
    await again().expect(409, { error: 'Idempotency key reused' });
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 0 });
  });
});

describe('a delivery', () => {
  it('that fails at one item gives none, and is repeated as a whole', async () => {
    const bundle = await market.bundle(ann);
    const { payment_id, purchase_id } = await market.purchase(bob, bundle);
    const payment = await market.payment(payment_id);
    const real = market.service.app.get(ProductsService, { strict: false });
    market.beside('products', {
      describe: (ids: string[]) => real.describe(ids),
      owns: (userId: string, items: never[]) => real.owns(userId, items),
      grant: () => Promise.resolve(false),
      revoke: () => Promise.resolve(false),
    });
    await market.webhook.deliver(completed(payment)).catch(() => undefined);
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'pending' });
    expect(await market.access(bob, bundle)).toEqual([false, false]);
    market.beside('products', real);
    await market.webhook.deliver(completed(payment));
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'completed' });
    expect(await market.access(bob, bundle)).toEqual([true, true]);
  });

  it('is of the variant that the bundle names', async () => {
    const { id } = await market.draft(ann, { price: 0 });
    const product = await market.product(ann, 5);
    const set = { product_id: product.id, sku: 'PRO', name: 'Pro', price: 9 };
    const { variant } = await market.ask(ann, 'products/set-variant', set);
    await market.add(ann, { id }, 'product', product, { variant_id: variant.id });
    await market.add(ann, { id }, 'course', await market.course(ann, 1));
    await market.publish(ann, { id });
    await market.ask(bob, 'purchase-bundle', { bundle_id: id });
    const [order] = (await market.ask(bob, 'products/list-my-purchases')).purchases;
    expect(order).toMatchObject({ source: 'bundle', variant_name: 'Pro', total: 0 });
  });

  it('of two bundles with the same items at once gives each, and a refund of one leaves the other', async () => {
    const bundle = await market.bundle(ann);
    const { id } = await market.draft(ann, { price: 80 });
    // In the other order, so that locks taken in the order of the bundle would meet.
    await market.add(ann, { id }, 'product', bundle.product);
    await market.add(ann, { id }, 'course', bundle.course);
    await market.publish(ann, { id });
    const [one, two] = [await market.purchase(bob, bundle), await market.purchase(bob, { id })];
    const payments = [await market.payment(one.payment_id), await market.payment(two.payment_id)];
    await Promise.all(payments.map((payment) => market.webhook.deliver(completed(payment))));
    for (const { purchase_id } of [one, two])
      expect(await market.states(purchase_id)).toMatchObject([{ state: 'granted' }, { state: 'granted' }]);
    await market.refund(one.payment_id, 7000);
    expect(await market.access(bob, bundle)).toEqual([true, true]);
    await market.refund(two.payment_id, 8000);
    expect(await market.access(bob, bundle)).toEqual([false, false]);
  });

  it('of a new item goes once to each of many, however often the job runs at once', async () => {
    const bundle = await market.bundle(ann, { price: 0 });
    const buyers = await market.people(6);
    for (const buyer of buyers) await market.ask(buyer, 'purchase-bundle', { bundle_id: bundle.id });
    const ink = await market.product(ann, 5, { title: 'Ink' });
    const item = { bundle_id: bundle.id, item_type: 'product' as const, item_id: ink.id, variant_id: null };
    const job = market.service.app.get(GrantNewItem, { strict: false });
    await atOnce(5, () => job.run(item));
    const told = await Promise.all(buyers.map(async (buyer) => (await market.notices(buyer, 'item_added')).length));
    expect(told).toEqual(Array(6).fill(1));
    const orders = await market.rows('SELECT owner_id FROM ext_products.orders WHERE product_id = $1', ink.id);
    expect(orders).toHaveLength(6);
  });
});

describe('a product that was reported', () => {
  it('is not sold by a bundle either', async () => {
    const bundle = await market.bundle(ann);
    await market.rows('UPDATE ext_products.products SET flagged = true WHERE id = $1', bundle.product.id);
    await market.refusedPurchase(bob, bundle, 409, 'Bundle has an unavailable item');
    const { items } = await market.ask(bob, 'get-bundle', { bundle_id: bundle.id });
    expect(items.map(({ available }: any) => available)).toEqual([true, false]);
  });
});
