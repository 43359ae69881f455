import { randomUUID } from 'node:crypto';
import { atOnce } from '../../account/at-once.js';
import { CheckItems } from '../../../src/apps/bundles/jobs/check-items.job.js';
import { GrantNewItem } from '../../../src/apps/bundles/jobs/grant-new-item.job.js';
import { SaleEnding } from '../../../src/apps/bundles/jobs/sale-ending.job.js';
import type { Account } from '../../support/service.js';
import { Market } from './market.js';

let market: Market;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  market = await Market.start();
});
beforeEach(async () => {
  [ann, bob] = (await market.people(2)) as [Account, Account];
});
afterEach(() => market.expectSound());
afterAll(() => market.stop());

describe('an item', () => {
  it('is a course or a digital product of the seller, for sale in the currency of the bundle', async () => {
    const { id } = await market.draft(ann);
    const no = (type: string, item_id: string, status: number, error: string, more: object = {}) =>
      market.expectRefused(ann, 'add-bundle-item', { bundle_id: id, item_type: type, item_id, ...more }, status, error);
    const product = (price: number, more: object = {}) => market.product(ann, price, more);
    await no('course', randomUUID(), 404, 'Item not found');
    await no('product', (await market.product(bob, 5)).id, 404, 'Item not found');
    const course = await market.course(ann, 10);
    await no('product', course.id, 404, 'Item not found');
    await no('course', course.id, 404, 'Item not found', { variant_id: randomUUID() });
    await market.ask(ann, 'courses/archive-course', { course_id: course.id });
    await no('course', course.id, 409, 'Item is not for sale');
    const chair = await product(5, { kind: 'physical', license_keys: false });
    await no('product', chair.id, 409, 'Physical products cannot be bundled');
    const few = await product(5, { stock: 3 });
    await no('product', few.id, 409, 'Products with counted stock cannot be bundled');
    const euros = await product(5, { currency: 'eur' });
    await no('product', euros.id, 400, 'All items must be priced in usd');
    const many = await product(5);
    const variant = async (sku: string, more: object = {}) =>
      (await market.ask(ann, 'products/set-variant', { product_id: many.id, sku, name: sku, price: 8, ...more }))
        .variant;
    const { id: variant_id } = await variant('PRO');
    const off = await variant('OLD', { active: false });
    const counted = await variant('FEW', { stock_delta: 2 });
    await no('product', many.id, 400, 'Choose a variant');
    await no('product', many.id, 404, 'Item not found', { variant_id: randomUUID() });
    await no('product', many.id, 409, 'Item is not for sale', { variant_id: off.id });
    const stock = 'Products with counted stock cannot be bundled';
    await no('product', many.id, 409, stock, { variant_id: counted.id });
    const added = await market.add(ann, { id }, 'product', many, { variant_id });
    expect(added).toEqual({
      item: {
        type: 'product',
        id: many.id,
        bundle_id: id,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        item_type: 'product',
        item_id: many.id,
        variant_id,
        position: 0,
        title: 'Brush set',
        cover: null,
        price: 8,
        available: true,
      },
      existing_buyers: 0,
    });
    await no('product', many.id, 409, 'Item is already in the bundle', { variant_id });
  });

  it('is there once, however often it is added at once, and one of 50 at most', async () => {
    const { id } = await market.draft(ann);
    const [product, other] = [await market.product(ann, 5), await market.product(ann, 6)];
    const add = (item_id: string) =>
      market.call(ann, 'add-bundle-item', { bundle_id: id, item_type: 'product', item_id });
    const answers = await atOnce(20, () => add(product.id));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await market.rows(
      `INSERT INTO ext_bundles.bundle_items (bundle_id, item_type, item_id, position)
       SELECT $1, 'course', gen_random_uuid(), n FROM generate_series(1, 49) n`,
      id,
    );
    await add(other.id).expect(409, { error: 'A bundle holds at most 50 items' });
  });

  it('has its place, and leaves future sales only', async () => {
    const bundle = await market.bundle(ann, { price: 0 });
    await market.ask(bob, 'purchase-bundle', { bundle_id: bundle.id });
    const third = await market.product(ann, 5);
    await market.add(ann, bundle, 'product', third);
    const ids = [third.id, bundle.course.id, bundle.product.id];
    const order = (item_ids: string[]) => ({ bundle_id: bundle.id, item_ids });
    const { items } = await market.ask(ann, 'reorder-bundle-items', order(ids));
    expect(items.map(({ item_id, position }: any) => [item_id, position])).toEqual(ids.map((id, at) => [id, at]));
    for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1] as string], [...ids, randomUUID()]])
      await market.expectRefused(ann, 'reorder-bundle-items', order(wrong), 400, 'The order must list every item once');
    const remove = (item_id: string) => ({ bundle_id: bundle.id, item_id });
    await market.expectRefused(ann, 'remove-bundle-item', remove(randomUUID()), 404, 'Item not found');
    expect(await market.ask(ann, 'remove-bundle-item', remove(bundle.course.id))).toEqual({ message: 'Item removed' });
    const least = 'A published bundle needs at least 2 items';
    await market.expectRefused(ann, 'remove-bundle-item', remove(third.id), 409, least);
    expect(await market.access(bob, bundle)).toEqual([true, true]);
  });

  it('costs what its variant costs', async () => {
    const { id } = await market.draft(ann, { pricing: 'percent_off', price: undefined, percent_off: 50 });
    const product = await market.product(ann, 5);
    const pro = { product_id: product.id, sku: 'PRO', name: 'Pro', price: 9 };
    const { variant } = await market.ask(ann, 'products/set-variant', pro);
    await market.add(ann, { id }, 'product', product, { variant_id: variant.id });
    await market.add(ann, { id }, 'course', await market.course(ann, 1));
    const { quote } = await market.ask(ann, 'quote-bundle', { bundle_id: id });
    expect(quote).toMatchObject({ list_total: 10, amount: 5 });
  });
});

describe('an item that is new', () => {
  it('goes on request to those who have the bundle and do not own it, once', async () => {
    const bundle = await market.bundle(ann, { price: 0 });
    const [cat, eve] = (await market.people(2)) as [Account, Account];
    for (const buyer of [bob, cat]) await market.ask(buyer, 'purchase-bundle', { bundle_id: bundle.id });
    const third = await market.product(ann, 0, { title: 'Ink' });
    await market.ask(cat, 'products/purchase-product', { product_id: third.id });
    expect(await market.add(ann, bundle, 'product', third, { apply_to_existing: true })).toMatchObject({
      existing_buyers: 1,
    });
    await market.service.jobsDone();
    const job = market.service.app.get(GrantNewItem, { strict: false });
    const item = { bundle_id: bundle.id, item_type: 'product' as const, item_id: third.id, variant_id: null };
    await atOnce(3, () => job.run(item));
    const stateFor = async (who: Account) => {
      const [{ items }] = (await market.ask(who, 'list-purchases')).purchases;
      return items.filter(({ item_id }: any) => item_id === third.id);
    };
    expect(await stateFor(bob)).toMatchObject([{ state: 'granted', allocated: 0, title: 'Ink' }]);
    expect(await stateFor(cat)).toMatchObject([{ state: 'owned', allocated: 0 }]);
    expect(await market.access(bob, { course: bundle.course, product: third })).toEqual([true, true]);
    expect((await market.notices(bob, 'item_added')).map(({ data }) => data.item_id)).toEqual([third.id]);
    expect(await market.notices(cat, 'item_added')).toEqual([]);
    await market.ask(eve, 'purchase-bundle', { bundle_id: bundle.id });
    expect(await stateFor(eve)).toMatchObject([{ state: 'granted' }]);
  });
});

describe('an item that is not for sale any more', () => {
  it('is told to the owner once, until it is back or removed', async () => {
    const bundle = await market.bundle(ann);
    const since = async () => (await market.ask(ann, 'get-bundle', { bundle_id: bundle.id })).bundle.unavailable_since;
    const product = { product_id: bundle.product.id };
    await market.run(CheckItems);
    expect(await since()).toBeNull();
    await market.ask(ann, 'products/archive-product', product);
    for (let at = 0; at < 2; at++) await market.run(CheckItems);
    expect(await since()).toEqual(expect.any(String));
    const told = await market.notices(ann, 'item_unavailable');
    expect(told.map(({ data }) => data.items)).toEqual([
      [{ item_type: 'product', item_id: bundle.product.id, title: 'Brush set' }],
    ]);
    await market.refusedPurchase(bob, bundle, 409, 'Bundle has an unavailable item');
    await market.ask(ann, 'products/publish-product', product);
    await market.run(CheckItems);
    expect(await since()).toBeNull();
    await market.add(ann, bundle, 'product', await market.product(ann, 5));
    await market.ask(ann, 'products/archive-product', product);
    await market.run(CheckItems);
    expect(await market.notices(ann, 'item_unavailable')).toHaveLength(2);
    await market.ask(ann, 'remove-bundle-item', { bundle_id: bundle.id, item_id: bundle.product.id });
    expect(await since()).toBeNull();
  });
});

describe('the end of a sale', () => {
  it('is told to the owner within a day of it, once, and again if it is moved', async () => {
    const bundle = await market.bundle(ann);
    const ends = async (hours: number) => {
      await market.rows(
        'UPDATE ext_bundles.bundles SET ends_at = now() + make_interval(hours => $2) WHERE id = $1',
        bundle.id,
        hours,
      );
      await atOnce(2, () => market.run(SaleEnding));
      return (await market.notices(ann, 'sale_ending')).length;
    };
    expect(await ends(25)).toBe(0);
    expect(await ends(23)).toBe(1);
    await market.run(SaleEnding);
    expect(await market.notices(ann, 'sale_ending')).toHaveLength(1);
    expect(await ends(10)).toBe(2);
    expect(await ends(-1)).toBe(2);
  });
});
