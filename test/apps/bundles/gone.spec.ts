import { atOnce } from '../../account/at-once.js';
import { BundlesService } from '../../../src/apps/bundles/bundles.service.js';
import { completed } from '../../payments/webhook.js';
import { deadlocks } from '../../support/deadlocks.js';
import type { Account } from '../../support/service.js';
import { traces } from '../../support/traces.js';
import { PAGES } from '../selling-app.js';
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

const leave = ({ client }: Account) => client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);

describe('a seller whose account is deleted', () => {
  it('leaves buyers what they have, and a bundle that nobody sells', async () => {
    const [bundle, unsold] = [await market.bundle(ann), await market.bundle(ann)];
    const { purchase_id } = await market.buy(bob, bundle);
    const words = [ann.id, ann.email];
    await leave(ann);
    expect(await traces(market.service.database, words)).toEqual([]);
    expect(await market.rows('SELECT id FROM ext_bundles.bundles WHERE id = ANY ($1)', [bundle.id, unsold.id])).toEqual(
      [{ id: bundle.id }],
    );
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'completed', seller_id: null });
    expect(await market.access(bob, bundle)).toEqual([true, true]);
    const page = await market.ask(bob, 'get-bundle', { bundle_id: bundle.id });
    expect(page).toMatchObject({ bundle: { owner_id: null, status: 'archived' }, offer: { sellable: false } });
    expect((await market.ask(bob, 'list-purchases')).purchases).toMatchObject([{ id: purchase_id, seller_id: null }]);
    await market.refusedPurchase(await market.person(), bundle, 404, 'Bundle not found');
    const admin = await market.service.admin();
    const publish = { bundle_id: bundle.id };
    await admin.client.post('/v1/apps/install', { slug: 'bundles' });
    await market.expectRefused(admin, 'publish-bundle', publish, 409, 'Item Drawing basics is not for sale');
    const described = await market.service.app.get(BundlesService, { strict: false }).describe([bundle.id, unsold.id]);
    expect(described).toEqual([{ id: bundle.id, owner_id: null, title: 'Starter' }]);
  });

  it('leaves nothing of a bundle that nobody has bought yet', async () => {
    const { payment_id, purchase_id } = await market.purchase(bob, await market.bundle(ann));
    await leave(ann);
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'expired', seller_id: null, bundle_id: null });
    await market.paid(payment_id);
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'needs_attention' });
  });

  it('is paid too late: the money is to be given back, and nothing is delivered', async () => {
    const bundle = await market.bundle(ann);
    await market.buy(await market.person(), bundle);
    const { payment_id, purchase_id } = await market.purchase(bob, bundle);
    const payment = await market.payment(payment_id);
    await leave(ann);
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'expired', seller_id: null });
    await market.webhook.deliver(completed(payment));
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'needs_attention', attention: null });
    expect(await market.access(bob, bundle)).toEqual([false, false]);
  });
});

describe('a seller whose account is deleted at that moment', () => {
  it('sells nothing to those who buy, and waits for nobody twice', async () => {
    const bundle = await market.bundle(ann);
    const people = await market.people(10);
    const before = await deadlocks(market.service);
    const buying = people.map((who) => market.call(who, 'purchase-bundle', { bundle_id: bundle.id, ...PAGES }));
    const [, ...answers] = await Promise.all([leave(ann), ...buying]);
    // Who was first has a page, for which the seller does not answer any more.
    for (const { status } of answers) expect([200, 404]).toContain(status);
    const ids = people.map(({ id }) => id);
    const open = `SELECT FROM ext_bundles.purchases WHERE owner_id = ANY ($1) AND status = 'pending'`;
    expect(await market.rows(open, ids)).toEqual([]);
    expect(await deadlocks(market.service)).toBe(before);
  });
});

describe('a buyer whose account is deleted', () => {
  it('gives back what their open checkouts hold; what is in the books stays', async () => {
    const [first, second] = [await market.bundle(ann, { max_sales: 1 }), await market.bundle(ann, { max_sales: 1 })];
    const { payment_id, purchase_id } = await market.buy(bob, first);
    await market.purchase(bob, second);
    await leave(bob);
    expect(await traces(market.service.database, [bob.id, bob.email])).toEqual([]);
    expect(await market.counts(second)).toEqual({ sold_count: 0, held_count: 0 });
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'completed', owner_id: bob.id });
    const { sales } = await market.ask(ann, 'list-bundle-sales', { bundle_id: first.id });
    expect(sales).toMatchObject([{ buyer: { id: bob.id, username: null }, amount: 70 }]);
    await market.refund(payment_id, 7000);
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'refunded' });
  });

  it('and who pays at the same time ends in one state, and waits for nobody twice', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    const { payment_id, purchase_id } = await market.purchase(bob, bundle);
    const payment = await market.payment(payment_id);
    const before = await deadlocks(market.service);
    await Promise.all([leave(bob), atOnce(5, () => market.webhook.deliver(completed(payment)))]);
    expect(['completed', 'needs_attention']).toContain((await market.stored(purchase_id)).status);
    expect(await deadlocks(market.service)).toBe(before);
  });

  it('and whose money is given back at the same time waits for nobody twice', async () => {
    const bundle = await market.bundle(ann);
    const { payment_id, purchase_id } = await market.buy(bob, bundle);
    await market.purchase(bob, await market.bundle(ann));
    const before = await deadlocks(market.service);
    await Promise.all([leave(bob), ...[10, 20, 30, 40, 7000].map((minor) => market.refund(payment_id, minor))]);
    expect(await market.stored(purchase_id)).toMatchObject({ status: 'refunded' });
    expect(await deadlocks(market.service)).toBe(before);
  });
});
