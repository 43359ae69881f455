import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Store } from './store.js';

let store: Store;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  store = await Store.start();
  [ann, bob] = (await store.people(2)) as [Account, Account];
});
afterAll(() => store.stop());

const unknown = randomUUID();
const update = (product: { id: string }, more: object, who = ann) =>
  store.call(who, 'update-product', { product_id: product.id, ...more });
const changed = async (product: { id: string }, more: object) => (await update(product, more).expect(200)).body.product;
const page = (product: { id: string }, who: Pick<Account, 'client'> = bob, more: object = {}) =>
  store.ask(who, 'get-product', { product_id: product.id, ...more });

describe('a product', () => {
  it('begins as a draft of what is given, in the currency of its seller', async () => {
    await store.ask(ann, 'update-settings', { default_currency: 'eur' });
    const product = await store.draft(ann, {
      title: 'Oil paint',
      kind: 'physical',
      price: 19.99,
      tags: ['paint', 'oil', 'paint'],
      stock: 7,
      max_per_buyer: 2,
      shipping_price: 4.5,
      ships_to: ['de', 'FR', 'DE'],
      pay_what_you_want: true,
      suggested_price: 25,
    });
    await store.ask(ann, 'update-settings', { default_currency: 'usd' });
    expect(product).toEqual({
      id: expect.any(String),
      owner_id: ann.id,
      title: 'Oil paint',
      description: 'Soft ones.',
      kind: 'physical',
      status: 'draft',
      price: 19.99,
      currency: 'eur',
      pay_what_you_want: true,
      suggested_price: 25,
      category_id: null,
      tags: ['paint', 'oil'],
      stock: 7,
      max_per_buyer: 2,
      license_keys: false,
      max_activations: null,
      shipping_price: 4.5,
      ships_to: ['DE', 'FR'],
      cover_file_id: null,
      cover_url: null,
      sold_count: 0,
      rating_sum: 0,
      rating_count: 0,
      rating: { average: null, count: 0 },
      published_at: null,
      last_update_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('is refused where it cannot be so, made or changed', async () => {
    const product = await store.draft(ann);
    const goods = await store.draft(ann, { kind: 'physical' });
    const wrong = async (fields: object, error: string, kind = 'digital') => {
      await store.expectRefused(ann, 'create-product', { title: 'x', kind, ...fields }, 400, error);
      await update(kind === 'digital' ? product : goods, fields).expect(400, { error });
    };
    await wrong({ price: 0.49 }, 'Price must be 0 or at least 0.50');
    await wrong({ price: 5, suggested_price: 4.99 }, 'Suggested price is below the minimum');
    await wrong({ shipping_price: 1 }, 'Only physical products ship');
    await wrong({ ships_to: ['DE'] }, 'Only physical products ship');
    await wrong({ license_keys: true }, 'Only digital products have license keys', 'physical');
    await wrong({ max_activations: 2 }, 'Only digital products have license keys', 'physical');
    for (const fields of [{ price: 1.005 }, { price: 20.5, currency: 'jpy' }, { ships_to: ['DEU'] }]) {
      await store.call(ann, 'create-product', { title: 'x', kind: 'physical', ...fields }).expect(400);
    }
    const blank = {
      error: 'Validation error',
      details: [{ field: 'title', message: 'title must not be blank' }],
    };
    await store.call(ann, 'create-product', { title: ' \n\t', kind: 'digital' }).expect(400, blank);
    await update(product, { title: '\u00a0' }).expect(400, blank);
    const missing = { title: 'x', kind: 'digital', category_id: unknown };
    await store.expectRefused(ann, 'create-product', missing, 404, 'Category not found');
    await update(product, { category_id: unknown }).expect(404, { error: 'Category not found' });
    for (const field of ['kind', 'stock']) await update(product, { [field]: null }).expect(400);
  });

  it('is one of a thousand, and no more, twenty at once', async () => {
    const eve = await store.person();
    await store.rows(
      `INSERT INTO ext_products.products (owner_id, title, kind) SELECT $1, 'p', 'digital' FROM generate_series(1, 995)`,
      eve.id,
    );
    const made = await atOnce(20, () => store.call(eve, 'create-product', { title: 'x', kind: 'digital' }));
    expect(tally(made)).toEqual({ 200: 5, 409: 15 });
    const [one] = await store.rows('SELECT id FROM ext_products.products WHERE owner_id = $1 LIMIT 1', eve.id);
    await store.expectRefused(eve, 'create-product', { title: 'x', kind: 'digital' }, 409, 'Product limit reached');
    await store.ask(eve, 'archive-product', { product_id: one.id });
    await store.draft(eve);
  });

  it('is published when it is whole, archived, and drawn back', async () => {
    const product = await store.draft(ann, { description: ' ' });
    const publish = (published?: boolean) => store.call(ann, 'publish-product', { product_id: product.id, published });
    await publish().expect(409, { error: 'Add at least one file first' });
    const promised = await store.promise(ann, product);
    await publish().expect(409, { error: 'Add at least one file first' });
    await store.put(promised.upload_url, 'Bytes');
    await publish().expect(409, { error: 'Describe the product first' });
    await changed(product, { description: 'Good.' });
    await store.variant(ann, product, 'A', { active: false });
    await publish().expect(409, { error: 'Every variant is inactive' });
    await store.variant(ann, product, 'A', { active: true });
    const { body } = await publish().expect(200);
    expect(body.product).toMatchObject({ status: 'published', published_at: expect.any(String) });
    expect((await publish().expect(200)).body).toEqual(body);
    await store.ask(ann, 'archive-product', { product_id: product.id });
    const again = { product_id: product.id };
    await store.expectRefused(ann, 'archive-product', again, 409, 'Product is already archived');
    await store.expectRefused(bob, 'get-product', again, 404, 'Product not found');
    expect((await publish().expect(200)).body.product.published_at).toBe(body.product.published_at);
    expect((await publish(false).expect(200)).body.product.status).toBe('draft');
    await store.expectRefused(store.nobody() as Account, 'get-product', again, 404, 'Product not found');
    expect((await page(product, ann)).product.status).toBe('draft');
  });

  it('keeps its prices when its currency changes, whatever the smallest unit is', async () => {
    const product = await store.draft(ann, { kind: 'physical', price: 1200, shipping_price: 300 });
    await store.variant(ann, product, 'A', { price: 1500 });
    await store.ask(ann, 'set-coupon', { product_id: product.id, code: 'less', amount_off: 100 });
    expect(await changed(product, { currency: 'JPY' })).toMatchObject({
      price: 1200,
      shipping_price: 300,
      currency: 'jpy',
    });
    const money = async () => {
      const { variants, coupons } = await page(product, ann);
      return [variants.map(({ price }: any) => price), coupons.map(({ amount_off }: any) => amount_off)];
    };
    expect(await money()).toEqual([[1500], [100]]);
    for (const sku of ['B', 'C', 'D']) await store.variant(ann, product, sku, { price: sku === 'B' ? null : 90 });
    await store.ask(ann, 'set-coupon', { product_id: product.id, code: 'part', percent_off: 5 });
    await changed(product, { currency: 'kwd' });
    expect(await money()).toEqual([
      [1500, null, 90, 90],
      [null, 100],
    ]);
    await store.variant(ann, product, 'D', { price: 0.5 });
    await update(product, { currency: 'jpy' }).expect(400);
    expect(await money()).toEqual([
      [1500, null, 90, 0.5],
      [null, 100],
    ]);
    await changed(product, { currency: 'eur' });
    expect(await money()).toEqual([
      [1500, null, 90, 0.5],
      [null, 100],
    ]);
    await changed(product, { currency: 'usd' });
    await store.variant(ann, product, 'D', { price: 90 });
    await changed(product, { currency: 'jpy' });
    await store.variant(ann, product, 'A', { price: 51 });
    await update(product, { price: 20 }).expect(400, { error: 'Price must be 0 or at least 50' });
  });
});

describe('the least price', () => {
  it.each([
    ['usd', 0.49, 0.5, '0.50'],
    ['jpy', 49, 50, '50'],
    ['KWD', 0.499, 0.5, '0.500'],
  ])('of %s is told with its decimals', async (currency, below, least, text) => {
    const error = `Price must be 0 or at least ${text}`;
    const fields = { title: 'x', kind: 'digital', currency };
    await store.expectRefused(ann, 'create-product', { ...fields, price: below }, 400, error);
    for (const price of [0, least])
      expect((await store.ask(ann, 'create-product', { ...fields, price })).product.price).toBe(price);
    const product = await store.draft(ann, { ...fields, price: least });
    await update(product, { price: below }).expect(400, { error });
    const variant = { product_id: product.id, sku: 'S', name: 'S', price: below };
    await store.expectRefused(ann, 'set-variant', variant, 400, error);
  });

  it('is also the least total: what a coupon leaves below it is free', async () => {
    const product = await store.draft(ann, { price: 1, currency: 'kwd' });
    await store.ask(ann, 'set-coupon', { product_id: product.id, code: 'MOST', amount_off: 0.501 });
    await store.ask(ann, 'set-coupon', { product_id: product.id, code: 'HALF', amount_off: 0.5 });
    const total = async (coupon_code: string) =>
      (await store.ask(ann, 'get-product', { product_id: product.id, coupon_code })).offer.total;
    expect([await total('MOST'), await total('HALF')]).toEqual([0, 0.5]);
  });
});

describe('stock', () => {
  it('is changed by what comes or goes', async () => {
    const product = await store.draft(ann, { stock: 2 });
    const by = async (stock_delta: number | null) => (await changed(product, { stock_delta })).stock;
    expect([await by(3), await by(-5), await by(null), await by(4)]).toEqual([5, 0, null, 4]);
    await update(product, { stock_delta: -5 }).expect(409, { error: 'Stock cannot go below 0' });
    await by(null);
    await update(product, { stock_delta: -1 }).expect(409, { error: 'Stock cannot go below 0' });
    await atOnce(20, () => update(product, { stock_delta: 1 }).expect(200));
    expect(await store.stock(product)).toBe(20);
  });

  it('goes over to the first variant before what comes or goes is added to it', async () => {
    const of = async (stock: number | null, stock_delta: number | null) => {
      const product = await store.draft(ann, { stock });
      const variant = await store.variant(ann, product, 'S', { stock_delta });
      expect(await store.stock(product)).toBeNull();
      return variant.stock;
    };
    expect([await of(5, 2), await of(5, -5), await of(5, null), await of(null, 3)]).toEqual([7, 0, null, 3]);
    const product = await store.draft(ann, { stock: 5 });
    const wanted = { product_id: product.id, sku: 'S', name: 'S', stock_delta: -6 };
    await store.expectRefused(ann, 'set-variant', wanted, 409, 'Stock cannot go below 0');
    expect(await store.stock(product)).toBe(5);
  });

  it('goes over to the first variant, and is counted there', async () => {
    const product = await store.draft(ann, { stock: 5, price: 10 });
    const first = await store.variant(ann, product, 'S', { price: 49 });
    expect(first).toEqual({
      id: expect.any(String),
      product_id: product.id,
      sku: 'S',
      name: 'S',
      price: 49,
      stock: 5,
      active: true,
      position: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await store.stock(product)).toBeNull();
    await update(product, { stock_delta: 1 }).expect(409, { error: 'Stock is kept per variant' });
    expect(await store.variant(ann, product, 'M', { stock_delta: 2 })).toMatchObject({
      stock: 2,
      price: null,
      position: 1,
    });
    const set = (sku: string, more: object) => store.call(ann, 'set-variant', { product_id: product.id, sku, ...more });
    await set('M', { stock_delta: -3 }).expect(409, { error: 'Stock cannot go below 0' });
    expect((await set('M', { stock_delta: null }).expect(200)).body.variant.stock).toBeNull();
    await set('L', {}).expect(400);
    await set('M', { price: 0.2 }).expect(400, { error: 'Price must be 0 or at least 0.50' });
    expect((await set('S', { name: 'Small', price: null, position: 9 }).expect(200)).body.variant).toMatchObject({
      name: 'Small',
      price: null,
      stock: 5,
      position: 9,
    });
    await store.rows(
      `INSERT INTO ext_products.variants (product_id, sku, name, position)
       SELECT $1, 'v' || n, 'v', n FROM generate_series(1, 98) n`,
      product.id,
    );
    await set('L', { name: 'L' }).expect(409, { error: 'Variant limit reached' });
  });
});
