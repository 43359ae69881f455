import { randomUUID } from 'node:crypto';
import { atOnce } from '../../account/at-once.js';
import { upload } from '../../files/forms.js';
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
afterAll(() => market.stop());

const picture = async ({ client }: Account): Promise<string> =>
  (await upload(client, 'bytes', 'cover.txt').expect(201)).body.file.id;

describe('a new bundle', () => {
  it('is a draft with the defaults of its seller', async () => {
    await market.ask(ann, 'update-settings', { default_currency: 'EUR', default_deduct_owned: false });
    const bundle = await market.draft(ann, { pricing: 'percent_off', price: undefined, percent_off: 12.5 });
    expect(bundle).toEqual({
      id: expect.any(String),
      owner_id: ann.id,
      title: 'Starter',
      description: '',
      cover_file_id: null,
      cover_url: null,
      status: 'draft',
      pricing: 'percent_off',
      price: null,
      percent_off: 12.5,
      currency: 'eur',
      deduct_owned: false,
      starts_at: null,
      ends_at: null,
      max_sales: null,
      sold_count: 0,
      held_count: 0,
      unavailable_since: null,
      published_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('has one price, which can be charged, and a sale that ends after it starts', async () => {
    const no = (fields: object, error: string) =>
      market.expectRefused(ann, 'create-bundle', { title: 'Starter', ...fields }, 400, error);
    const unmatched = 'Give price or percent_off to match pricing';
    await no({ pricing: 'fixed' }, unmatched);
    await no({ pricing: 'fixed', percent_off: 10 }, unmatched);
    await no({ pricing: 'fixed', price: 10, percent_off: 10 }, unmatched);
    await no({ pricing: 'percent_off' }, unmatched);
    await no({ pricing: 'percent_off', price: 10 }, unmatched);
    await no({ pricing: 'fixed', price: 0.49 }, 'Price must be 0 or at least 0.50');
    const at = '2040-01-01T00:00:00Z';
    await no({ pricing: 'fixed', price: 1, starts_at: at, ends_at: at }, 'ends_at must be after starts_at');
    for (const fields of [{ percent_off: 0 }, { percent_off: 100.01 }, { max_sales: 0 }, { max_sales: 1_000_001 }])
      await market.call(ann, 'create-bundle', { title: 'Starter', pricing: 'fixed', price: 1, ...fields }).expect(400);
  });

  it('is one of at most 200 that are not archived, however many are made at once', async () => {
    await market.rows(
      `INSERT INTO ext_bundles.bundles (owner_id, title, pricing, price_minor, status)
       SELECT $1, 'b', 'fixed', 0, CASE WHEN n > 195 THEN 'archived' ELSE 'draft' END FROM generate_series(1, 200) n`,
      ann.id,
    );
    const answers = await atOnce(20, () =>
      market.call(ann, 'create-bundle', { title: 'Starter', pricing: 'fixed', price: 1 }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 409, body: { error: 'Bundle limit reached' } });
    const [{ id }] = await market.rows(
      `SELECT id FROM ext_bundles.bundles WHERE owner_id = $1 AND status = 'archived' LIMIT 1`,
      ann.id,
    );
    const back = { bundle_id: id, published: false };
    await market.expectRefused(ann, 'publish-bundle', back, 409, 'Bundle limit reached');
  });
});

describe('a change', () => {
  it('keeps what is not given, and null clears', async () => {
    const { id } = await market.draft(ann, { ends_at: '2040-01-01T00:00:00Z', max_sales: 5 });
    const change = async (fields: object) =>
      (await market.ask(ann, 'update-bundle', { bundle_id: id, ...fields })).bundle;
    expect(await change({ title: 'New' })).toMatchObject({ title: 'New', price: 70, max_sales: 5 });
    const percent = { pricing: 'percent_off', percent_off: 25 };
    expect(await change(percent)).toMatchObject({ ...percent, price: null });
    expect(await change({ max_sales: null, ends_at: null })).toMatchObject({ max_sales: null, ends_at: null });
    expect(await change({ currency: 'JPY' })).toMatchObject({ currency: 'jpy', percent_off: 25 });
    await market.expectRefused(
      ann,
      'update-bundle',
      { bundle_id: id, price: 5 },
      400,
      'Give price or percent_off to match pricing',
    );
  });

  it('takes a picture of its owner, and drops the one before', async () => {
    const { id } = await market.draft(ann);
    const change = (cover_file_id: string | null) => market.ask(ann, 'update-bundle', { bundle_id: id, cover_file_id });
    const [first, second] = [await picture(ann), await picture(ann)];
    expect((await change(first)).bundle).toMatchObject({ cover_file_id: first, cover_url: expect.any(String) });
    expect((await change(second)).bundle.cover_file_id).toBe(second);
    await market.call(ann, 'update-bundle', { bundle_id: id, cover_file_id: first }).expect(400);
    await market.call(ann, 'update-bundle', { bundle_id: id, cover_file_id: await picture(bob) }).expect(400);
    expect((await change(null)).bundle).toMatchObject({ cover_file_id: null, cover_url: null });
  });

  it('is refused where it cannot be', async () => {
    const bundle = await market.bundle(ann, { max_sales: 5 });
    const no = (fields: object, error: string) =>
      market.expectRefused(ann, 'update-bundle', { bundle_id: bundle.id, ...fields }, 409, error);
    await market.rows('UPDATE ext_bundles.bundles SET sold_count = 1, held_count = 1 WHERE id = $1', bundle.id);
    await no({ max_sales: 1 }, 'max_sales is below what is sold');
    await no({ currency: 'eur' }, 'Currency must match the items');
    await no({ price: 100.01 }, 'Bundle costs more than its items');
    await market.ask(ann, 'update-bundle', { bundle_id: bundle.id, price: 100, max_sales: 2 });
    await market.ask(ann, 'archive-bundle', { bundle_id: bundle.id });
    await no({ title: 'x' }, 'Bundle is archived');
    await market.expectRefused(ann, 'archive-bundle', { bundle_id: bundle.id }, 409, 'Bundle is already archived');
    expect(await market.publish(ann, bundle)).toMatchObject({ status: 'published' });
  });
});

describe('publishing', () => {
  it('needs two items that are for sale, and a price below theirs', async () => {
    const { id } = await market.draft(ann, { price: 100 });
    const no = (error: string) => market.expectRefused(ann, 'publish-bundle', { bundle_id: id }, 409, error);
    await no('Add at least 2 items first');
    const [course, product] = [await market.course(ann, 60), await market.product(ann, 39)];
    await market.add(ann, { id }, 'course', course);
    await no('Add at least 2 items first');
    await market.add(ann, { id }, 'product', product);
    await no('Bundle costs more than its items');
    await market.ask(ann, 'update-bundle', { bundle_id: id, price: 99 });
    await market.ask(ann, 'products/publish-product', { product_id: product.id, published: false });
    await no('Item Brush set is not for sale');
    await market.ask(ann, 'products/publish-product', { product_id: product.id });
    const { published_at } = await market.publish(ann, { id });
    const { bundle } = await market.ask(ann, 'publish-bundle', { bundle_id: id, published: false });
    expect(bundle).toMatchObject({ status: 'draft', published_at });
  });
});

describe('a bundle that is not published', () => {
  it('is seen by its owner and by those who have it', async () => {
    const bundle = await market.bundle(ann, { price: 0 });
    const cat = await market.person();
    await market.ask(cat, 'purchase-bundle', { bundle_id: bundle.id });
    const input = { bundle_id: bundle.id };
    const { offer, items } = await market.ask(market.nobody(), 'get-bundle', input);
    expect(offer).toMatchObject({ sellable: true, why_not: null, sales_left: null, list_total: 100, amount: 0 });
    expect(items).toMatchObject([
      { type: 'course', id: bundle.course.id, title: 'Drawing basics', cover: null, price: 60, available: true },
      { type: 'product', id: bundle.product.id, title: 'Brush set', cover: null, price: 40, available: true },
    ]);
    await market.ask(ann, 'archive-bundle', input);
    for (const action of ['get-bundle', 'quote-bundle']) {
      for (const who of [bob, market.nobody()]) await market.expectRefused(who, action, input, 404, 'Bundle not found');
      for (const who of [ann, cat]) await market.ask(who, action, input);
    }
    const unknown = { bundle_id: randomUUID() };
    await market.expectRefused(market.nobody(), 'get-bundle', unknown, 404, 'Bundle not found');
  });

  it('says why it cannot be bought', async () => {
    const bundle = await market.bundle(ann, { max_sales: 1 });
    const why = async (who: Pick<Account, 'client'> = bob) =>
      (await market.ask(who, 'get-bundle', { bundle_id: bundle.id })).offer;
    const change = (fields: object) => market.ask(ann, 'update-bundle', { bundle_id: bundle.id, ...fields });
    expect(await why()).toMatchObject({ sellable: true, sales_left: 1 });
    expect(await why(ann)).toMatchObject({ sellable: true, why_not: null });
    await change({ starts_at: '2040-01-01T00:00:00Z' });
    expect(await why()).toMatchObject({ why_not: 'Sale has not started', opens_at: '2040-01-01T00:00:00.000Z' });
    await change({ starts_at: null });
    await market.rows('UPDATE ext_bundles.bundles SET sold_count = 1 WHERE id = $1', bundle.id);
    expect(await why()).toMatchObject({ sellable: false, why_not: 'Bundle is sold out', sales_left: 0 });
    await market.ask(ann, 'publish-bundle', { bundle_id: bundle.id, published: false });
    expect(await why(ann)).toMatchObject({ why_not: 'Bundle is not published' });
  });
});
