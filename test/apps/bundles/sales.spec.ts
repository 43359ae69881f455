import { randomUUID } from 'node:crypto';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Market } from './market.js';

let market: Market;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  market = await Market.start();
});
beforeEach(async () => {
  [ann, bob] = [await market.seller(), await market.person()];
});
afterEach(() => market.expectSound());
afterAll(() => market.stop());

const DAY_MS = 24 * 60 * 60 * 1000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
/** Wherever midnight is. */
const around = () => ({ from: dayIn(-1), to: dayIn(1) });

describe('a bundle that is given', () => {
  it('costs nothing and is no sale, whatever its status and its sale', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1, ends_at: '2002-01-01T00:00:00Z' });
    await market.own(bob, bundle.product);
    await market.ask(ann, 'archive-bundle', { bundle_id: bundle.id });
    await market.ask(ann, 'courses/archive-course', { course_id: bundle.course.id });
    const gift = { bundle_id: bundle.id, user_id: bob.id, note: 'For the test' };
    const { purchase } = await market.ask(ann, 'grant-bundle', gift);
    expect(purchase).toMatchObject({ status: 'completed', source: 'grant', amount: 0, list: 100, note: gift.note });
    expect(purchase.items.map(({ state }: any) => state)).toEqual(['granted', 'owned']);
    expect(await market.counts(bundle)).toEqual({ sold_count: 0, held_count: 0 });
    expect((await market.notices(bob, 'granted')).map(({ data }) => data.purchase_id)).toEqual([purchase.id]);
    expect(await market.notices(bob, 'purchased')).toEqual([]);
    await market.expectRefused(ann, 'grant-bundle', gift, 409, 'User already has this bundle');
  });

  it('goes to a user once, however often at once, and not to its owner', async () => {
    const bundle = await market.bundle(ann);
    const give = (user_id: string) => ({ bundle_id: bundle.id, user_id });
    const answers = await atOnce(20, () => market.call(ann, 'grant-bundle', give(bob.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await market.expectRefused(ann, 'grant-bundle', give(randomUUID()), 404, 'User not found');
    await market.expectRefused(ann, 'grant-bundle', give(ann.id), 409, 'User already has this bundle');
    const draft = await market.draft(ann);
    const empty = { bundle_id: draft.id, user_id: bob.id };
    await market.expectRefused(ann, 'grant-bundle', empty, 409, 'Add at least 2 items first');
    await market.rows('DELETE FROM ext_products.products WHERE id = $1', bundle.product.id);
    const cat = await market.person();
    await market.expectRefused(ann, 'grant-bundle', give(cat.id), 409, 'Bundle has an unavailable item');
    expect(await market.access(cat, bundle)).toEqual([false, false]);
  });

  it('and bought for nothing at the same time ends in one purchase', async () => {
    const bundle = await market.bundle(ann, { price: 0 });
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => market.call(bob, 'purchase-bundle', { bundle_id: bundle.id })),
      ...Array.from({ length: 5 }, () => market.call(ann, 'grant-bundle', { bundle_id: bundle.id, user_id: bob.id })),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe('a seller', () => {
  it('sees who bought, what came in, and for which item', async () => {
    const bundle = await market.bundle(ann);
    await market.own(bob, bundle.product);
    const [cat, eve] = (await market.people(2)) as [Account, Account];
    await market.buy(bob, bundle);
    const refunded = await market.buy(cat, bundle);
    await market.refund(refunded.payment_id, 7000);
    await market.ask(ann, 'grant-bundle', { bundle_id: bundle.id, user_id: eve.id });
    const list = (more: object = {}) => market.ask(ann, 'list-bundle-sales', { bundle_id: bundle.id, ...more });
    const { sales, totals } = await list();
    expect(sales).toMatchObject([
      { buyer: { id: eve.id, username: null }, source: 'grant', amount: 0, status: 'completed' },
      { buyer: { id: cat.id }, amount: 70, refunded: 70, status: 'refunded' },
      { buyer: { id: bob.id }, amount: 42, status: 'completed', completed_at: expect.any(String) },
    ]);
    expect(totals).toEqual({
      sales: 1,
      revenue: 42,
      refunds: 70,
      currency: 'usd',
      items: [
        { item_type: 'course', item_id: bundle.course.id, title: 'Drawing basics', revenue: 42 },
        { item_type: 'product', item_id: bundle.product.id, title: 'Brush set', revenue: 0 },
      ],
    });
    const first = await list({ limit: 1 });
    expect((await list({ limit: 2, cursor: first.next_cursor })).sales).toEqual(sales.slice(1));
    expect((await list({ status: 'refunded', ...around() })).sales).toHaveLength(1);
    expect(await list({ from: '2040-01-01' })).toMatchObject({ sales: [], totals: { sales: 0, revenue: 0 } });
    await market.expectRefused(bob, 'list-bundle-sales', { bundle_id: bundle.id }, 403, 'Forbidden');
  });

  it('has figures of their bundles', async () => {
    const bundle = await market.bundle(ann);
    await market.own(bob, bundle.product);
    const [cat, eve, dan] = (await market.people(3)) as [Account, Account, Account];
    await market.buy(bob, bundle);
    const refunded = await market.buy(cat, bundle);
    await market.refund(refunded.payment_id, 7000);
    await market.ask(ann, 'grant-bundle', { bundle_id: bundle.id, user_id: eve.id });
    await market.purchase(dan, bundle);
    const { stats } = await market.ask(ann, 'stats', around());
    expect(stats).toMatchObject({
      bundles_published: 1,
      sales: 1,
      revenue: { usd: 42 },
      granted: 1,
      refunds: { usd: 70 },
      refund_rate: 0.5,
      average_saving: { usd: 58 },
      checkout_conversion: 0.3333,
      completing_buyers: 1,
      top_bundles: [{ id: bundle.id, title: 'Starter', revenue: 42, currency: 'usd', sales: 1 }],
      revenue_by_item: [
        { item_id: bundle.course.id, revenue: 42 },
        { item_id: bundle.product.id, revenue: 0 },
      ],
    });
    const past = (await market.ask(ann, 'stats', { from: '2020-01-01', to: '2020-01-31' })).stats;
    expect(past).toMatchObject({ sales: 0, revenue: {}, refund_rate: null, checkout_conversion: null });
  });

  it('is not told of sales on request, and has a copy of what is theirs', async () => {
    await market.ask(ann, 'update-settings', { notify_on_sale: false });
    const bundle = await market.bundle(ann);
    const { purchase_id } = await market.buy(bob, bundle);
    expect(await market.notices(ann, 'sold')).toEqual([]);
    const copy = async (who: Account) => (await market.ask(who, 'export')).export;
    const [sold, bought] = [await copy(ann), await copy(bob)];
    const size = ({ bundles, bundle_items, purchases, purchase_items }: any) =>
      [bundles, bundle_items, purchases, purchase_items].map((rows: unknown[]) => rows.length);
    expect(size(sold)).toEqual([1, 2, 1, 0]);
    expect(size(bought)).toEqual([0, 0, 1, 2]);
    expect(bought.purchases[0]).toMatchObject({ id: purchase_id, checkout_url: expect.any(String) });
    expect(sold.purchases[0]).not.toHaveProperty('checkout_url');
  });
});

describe('a buyer', () => {
  it('has a list of purchases, by status and page by page', async () => {
    const [free, paid] = [await market.bundle(ann, { price: 0 }), await market.bundle(ann)];
    await market.ask(bob, 'purchase-bundle', { bundle_id: free.id });
    const { checkout_url } = await market.purchase(bob, paid);
    const list = (more: object = {}) => market.ask(bob, 'list-purchases', more);
    const { purchases } = await list();
    expect(purchases).toMatchObject([{ status: 'pending', checkout_url }, { status: 'completed' }]);
    expect((await list({ status: 'completed' })).purchases).toEqual([purchases[1]]);
    const { next_cursor } = await list({ limit: 1 });
    expect((await list({ limit: 1, cursor: next_cursor })).purchases).toEqual([purchases[1]]);
    expect((await market.ask(ann, 'list-purchases')).purchases).toEqual([]);
  });
});

describe('the shelf', () => {
  it('shows bundles whose sale is open, by words, seller, item and sales', async () => {
    const [one, two] = [await market.bundle(ann, { title: 'Ink and brush' }), await market.bundle(ann)];
    const list = async (who: Pick<Account, 'client'>, more: object = {}) =>
      (await market.ask(who, 'list-bundles', { owner_id: ann.id, ...more })).bundles.map(({ id }: any) => id);
    const { bundles } = await market.ask(market.nobody(), 'list-bundles', { owner_id: ann.id, limit: 1 });
    expect(bundles).toMatchObject([{ id: two.id, item_count: 2, list_total: 100, amount: 70, seller: { id: ann.id } }]);
    expect(await list(bob)).toEqual([two.id, one.id]);
    expect(await list(bob, { query: 'BRUSH' })).toEqual([one.id]);
    expect(await list(bob, { contains_item_id: two.product.id })).toEqual([two.id]);
    await market.rows('UPDATE ext_bundles.bundles SET sold_count = 9 WHERE id = $1', one.id);
    expect(await list(bob, { sort: 'popular' })).toEqual([one.id, two.id]);
    await market.rows('UPDATE ext_bundles.bundles SET sold_count = 0 WHERE id = $1', one.id);
    await market.ask(ann, 'update-bundle', { bundle_id: one.id, starts_at: '2040-01-01T00:00:00Z' });
    expect(await list(bob)).toEqual([two.id]);
    expect(await list(ann, { status: 'published' })).toEqual([two.id, one.id]);
    expect(await list(bob, { status: 'published' })).toEqual([two.id]);
    const draft = await market.draft(ann);
    expect(await list(ann, { status: 'draft' })).toEqual([draft.id]);
    expect(await list(ann)).toEqual([draft.id, two.id, one.id]);
    for (const who of [bob, market.nobody()]) expect(await list(who, { status: 'draft' })).toEqual([]);
    expect((await market.ask(bob, 'list-bundles', { status: 'draft' })).bundles).toEqual([]);
  });
});
