import { randomUUID } from 'node:crypto';
import { atOnce } from '../../account/at-once.js';
import { ExpirePurchases } from '../../../src/apps/bundles/jobs/expire-purchases.job.js';
import { completed } from '../../payments/webhook.js';
import type { Account } from '../../support/service.js';
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

const BOTH = [true, true];
const NEITHER = [false, false];

describe('money that arrives', () => {
  it('twice, twenty times at once, is one sale', async () => {
    const bundle = await market.bundle(ann);
    const { payment_id } = await market.purchase(bob, bundle);
    const payment = await market.payment(payment_id);
    await atOnce(20, () => market.webhook.deliver(completed(payment)));
    expect(await market.counts(bundle)).toEqual({ sold_count: 1, held_count: 0 });
    expect(await market.notices(bob, 'purchased')).toHaveLength(1);
  });

  it('late is honoured, and may pass max_sales', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    const late = await market.purchase(bob, bundle);
    await market.expireAll();
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 0 });
    await market.buy(await market.person(), bundle);
    await market.paid(late.payment_id);
    expect(await market.stored(late.purchase_id)).toMatchObject({ status: 'completed' });
    expect(await market.counts(bundle)).toEqual({ sold_count: 2, held_count: 0 });
    expect(await market.access(bob, bundle)).toEqual(BOTH);
  });

  it('is honoured when the items, the bundle and the sale have ended since', async () => {
    const bundle = await market.bundle(ann);
    const { payment_id } = await market.purchase(bob, bundle);
    await market.ask(ann, 'update-bundle', { bundle_id: bundle.id, ends_at: '2002-01-01T00:00:00Z' });
    await market.ask(ann, 'archive-bundle', { bundle_id: bundle.id });
    await market.ask(ann, 'courses/archive-course', { course_id: bundle.course.id });
    await market.ask(ann, 'products/archive-product', { product_id: bundle.product.id });
    await market.paid(payment_id);
    expect(await market.access(bob, bundle)).toEqual(BOTH);
    await market.ask(bob, 'get-bundle', { bundle_id: bundle.id });
  });

  it('for a bundle that the buyer has by then is to be refunded, and nothing is given twice', async () => {
    const bundle = await market.bundle(ann);
    const open = await market.purchase(bob, bundle);
    await market.ask(ann, 'grant-bundle', { bundle_id: bundle.id, user_id: bob.id });
    await market.paid(open.payment_id);
    expect(await market.stored(open.purchase_id)).toMatchObject({ status: 'needs_attention', attention: 'duplicate' });
    for (const side of [ann, bob]) {
      const [{ data }] = (await market.notices(side, 'refund_needed')).slice(-1);
      expect(data).toMatchObject({ purchase_id: open.purchase_id, attention: 'duplicate' });
    }
    await market.refund(open.payment_id, 7000);
    expect(await market.stored(open.purchase_id)).toMatchObject({ status: 'refunded', refunded_minor: 7000 });
    expect(await market.access(bob, bundle)).toEqual(BOTH);
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 0 });
  });

  it('for an item that does not exist any more gives no half of a bundle', async () => {
    const bundle = await market.bundle(ann);
    const { payment_id, purchase_id } = await market.purchase(bob, bundle);
    await market.rows('DELETE FROM ext_products.products WHERE id = $1', bundle.product.id);
    await market.paid(payment_id);
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'needs_attention', attention: null });
    expect(await market.access(bob, bundle)).toEqual(NEITHER);
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 0 });
    expect(await market.notices(bob, 'refund_needed')).toHaveLength(1);
  });

  it('that is not what was asked for unlocks nothing', async () => {
    const bundle = await market.bundle(ann);
    const { payment_id, purchase_id } = await market.purchase(bob, bundle);
    await market.rows('UPDATE ext_bundles.purchases SET seller_id = $2 WHERE id = $1', purchase_id, bob.id);
    await market.paid(payment_id);
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'needs_attention', attention: null });
    expect(await market.access(bob, bundle)).toEqual(NEITHER);
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 0 });
  });

  it('while the time runs out is one sale, whichever is first', async () => {
    const bundle = await market.bundle(ann, { max_sales: 20 });
    const buyers = await market.people(8);
    const open = await Promise.all(buyers.map((buyer) => market.purchase(buyer, bundle)));
    const payments = await Promise.all(open.map(({ payment_id }) => market.payment(payment_id)));
    await market.runOut();
    await Promise.all([
      ...payments.map((payment) => market.webhook.deliver(completed(payment))),
      ...Array.from({ length: 4 }, () => market.run(ExpirePurchases)),
    ]);
    expect(await market.counts(bundle)).toEqual({ sold_count: 8, held_count: 0 });
  });
});

describe('a refund', () => {
  it('in part changes the sum only; whole takes back what the bundle gave, once', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    const { payment_id, purchase_id } = await market.buy(bob, bundle);
    await market.refund(payment_id, 2000);
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'completed', refunded_minor: 2000 });
    expect(await market.access(bob, bundle)).toEqual(BOTH);
    await atOnce(20, () => market.refund(payment_id, 7000));
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'refunded', refunded_minor: 7000 });
    expect(await market.access(bob, bundle)).toEqual(NEITHER);
    expect(await market.states(purchase_id)).toMatchObject([{ state: 'revoked' }, { state: 'revoked' }]);
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 0 });
    expect((await market.notices(bob, 'refunded')).map(({ data }) => data.amount)).toEqual([70]);
    await market.buy(bob, bundle);
    expect(await market.access(bob, bundle)).toEqual(BOTH);
  });

  it('leaves what the buyer has from elsewhere', async () => {
    const bundle = await market.bundle(ann);
    await market.own(bob, bundle.product);
    const bought = await market.buy(bob, bundle);
    await market.refund(bought.payment_id, 4200);
    expect((await market.access(bob, bundle))[1]).toBe(true);
    expect(await market.states(bought.purchase_id)).toMatchObject([{ state: 'revoked' }, { state: 'owned' }]);
  });
});

describe('affiliates', () => {
  it('earn by a bundle, and give it back with the refund', async () => {
    const affiliate_id = randomUUID();
    const calls: [string, any][] = [];
    const note = (name: string) => (given: unknown) => Promise.resolve(void calls.push([name, given]));
    market.beside('affiliates', {
      resolve: ({ referral }: { referral: string }) => Promise.resolve(referral === 'cat' ? affiliate_id : null),
      recordSale: note('record'),
      reverseSale: note('reverse'),
    });
    const bundle = await market.bundle(ann);
    const { payment_id, purchase_id } = await market.buy(bob, bundle, { referral: 'cat' });
    await market.refund(payment_id, 1000);
    await market.refund(payment_id, 7000);
    expect(calls).toEqual([
      [
        'record',
        {
          affiliate_id,
          seller_id: ann.id,
          buyer_id: bob.id,
          app_slug: 'bundles',
          item_id: bundle.id,
          reference_type: 'bundle_purchase',
          reference_id: purchase_id,
          payment_id,
          payment_number: 1,
          amount_minor: 7000,
          currency: 'usd',
        },
      ],
      ['reverse', { payment_id, refunded_minor: 1000 }],
      ['reverse', { payment_id, refunded_minor: 7000 }],
    ]);
    const unknown = await market.purchase(await market.person(), bundle, { referral: 'nobody' });
    expect(await market.stored(unknown.purchase_id)).toMatchObject({ affiliate_id: null });
  });
});
