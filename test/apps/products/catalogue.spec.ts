import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
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
const ids = (cards: { id: string }[]) => cards.map(({ id }) => id);
const page = (product: { id: string }, who: Pick<Account, 'client'> = bob, more: object = {}) =>
  store.ask(who, 'get-product', { product_id: product.id, ...more });

describe('files', () => {
  it('count when their bytes are there, and are kept in order or let go', async () => {
    const product = await store.draft(ann);
    const [one, two] = [await store.file(ann, product, 'One'), await store.file(ann, product, 'Two')];
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const shot = {
      purpose: 'image',
      content_type: 'image/png',
      filename: 'shot.png',
      size_bytes: image.length,
    };
    const promised = await store.promise(ann, product, shot);
    const files = async () => (await page(product, ann)).files;
    expect(ids(await files())).toEqual([one, two]);
    const cover = promised.file.id as string;
    await update(product, { cover_file_id: cover }).expect(404, { error: 'File not found' });
    await store.put(promised.upload_url, image);
    await update(product, { cover_file_id: one }).expect(404, { error: 'File not found' });
    const covered = await changed(product, { cover_file_id: cover });
    expect((await fetch(covered.cover_url)).status).toBe(200);
    const listed = await files();
    expect(listed[2]).toMatchObject({ id: cover, purpose: 'image', name: 'shot.png' });
    expect((await fetch(listed[2].url)).headers.get('content-type')).toBe('image/png');
    await store.ask(ann, 'publish-product', { product_id: product.id });
    const { order } = await store.purchase(bob, product);
    const shown = { order_id: order.id, file_id: cover };
    await store.expectRefused(bob, 'download-file', shown, 404, 'File not found');
    expect(listed[0]).toEqual({
      id: one,
      variant_id: null,
      purpose: 'download',
      name: 'brushes.txt',
      size_bytes: 3,
      content_type: 'text/plain',
      url: null,
    });
    await update(product, { file_ids: [one, unknown] }).expect(404, { error: 'File not found' });
    await update(product, { file_ids: [one, one] }).expect(400);
    expect((await changed(product, { file_ids: [cover, two, one] })).cover_file_id).toBe(cover);
    expect(ids(await files())).toEqual([cover, two, one]);
    expect((await changed(product, { file_ids: [two] })).cover_file_id).toBeNull();
    expect(ids(await files())).toEqual([two]);
    await update(product, { file_ids: [two, one] }).expect(404, { error: 'File not found' });
    expect(await store.rows('SELECT FROM files.files WHERE id = ANY ($1)', [one, cover])).toEqual([]);
  });

  it('are taken where the product may have them', async () => {
    const product = await store.draft(ann);
    await store.variant(ann, product, 'A');
    const upload = (more: object) =>
      store.call(ann, 'create-upload', {
        product_id: product.id,
        purpose: 'image',
        filename: 'x',
        content_type: 'image/png',
        size_bytes: 5,
        ...more,
      });
    const refused = { error: 'This content type is not allowed' };
    for (const content_type of ['text/plain', 'image/svg+xml']) await upload({ content_type }).expect(400, refused);
    await upload({ purpose: 'download', content_type: 'program' }).expect(400, refused);
    await upload({ size_bytes: 20 * 1024 * 1024 + 1 }).expect(400);
    await upload({ sku: 'B' }).expect(404, { error: 'Variant not found' });
    const { body } = await upload({
      sku: 'A',
      purpose: 'download',
      content_type: 'application/x-msdownload',
    }).expect(200);
    const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(60);
    await store.rows(
      `INSERT INTO ext_products.product_files (product_id, file_id, purpose, name, size_bytes, content_type, position)
       SELECT $1, gen_random_uuid(), 'download', 'f', 1, 'text/plain', n FROM generate_series(1, 98) n`,
      product.id,
    );
    expect(tally(await atOnce(5, () => upload({})))).toEqual({ 200: 1, 409: 4 });
    await upload({}).expect(409, { error: 'File limit reached' });
  });
});

describe('the catalogue', () => {
  it('is filtered and sorted, page by page', async () => {
    const eve = await store.person();
    const make = (title: string, more: object) => store.goods(eve, { title, ...more });
    const a = await make('Wooden horse', { price: 30, tags: ['toy'], stock: 0 });
    const b = await make('Wooden cart', { price: 10, description: 'For a horse' });
    const c = await make('Ball', { price: 20, tags: ['toy'] });
    await store.variant(eve, c, 'XL', { price: 5, stock_delta: 1 });
    await store.variant(eve, c, 'XS', { price: 1, active: false });
    await store.draft(eve, { title: 'Secret' });
    await store.rows(
      'UPDATE ext_products.products SET sold_count = 5, rating_sum = 9, rating_count = 2 WHERE id = $1',
      a.id,
    );
    await store.rows(
      'UPDATE ext_products.products SET sold_count = 2, rating_sum = 5, rating_count = 1 WHERE id = $1',
      b.id,
    );
    const list = async (input: object, who: Pick<Account, 'client'> = store.nobody()) =>
      ids((await store.ask(who, 'list-products', { owner_id: eve.id, ...input })).products);
    expect(await list({})).toEqual([c.id, b.id, a.id]);
    expect(await list({ sort: 'popular' })).toEqual([a.id, b.id, c.id]);
    expect(await list({ sort: 'rating' })).toEqual([b.id, a.id, c.id]);
    expect(await list({ sort: 'price_up' })).toEqual([c.id, b.id, a.id]);
    expect(await list({ sort: 'price_down' })).toEqual([a.id, b.id, c.id]);
    expect(await list({ query: 'horse' })).toEqual([b.id, a.id]);
    expect(await list({ query: 'toy' })).toEqual([c.id, a.id]);
    expect(await list({ tag: 'toy', in_stock: true })).toEqual([c.id]);
    expect(await list({ in_stock: false })).toEqual([a.id]);
    expect(await list({ min_price: 5.01, max_price: 10 })).toEqual([b.id]);
    expect(await list({ kind: 'digital' })).toEqual([]);
    expect(await list({ category_id: unknown })).toEqual([]);
    expect(await list({ status: 'draft' })).toEqual([]);
    expect(await list({ status: 'draft' }, eve)).toHaveLength(1);
    for (const sort of ['newest', 'popular', 'rating', 'price_up', 'price_down']) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const input = { owner_id: eve.id, sort, limit: 1, cursor };
        const { products, next_cursor } = await store.ask(bob, 'list-products', input);
        seen.push(...ids(products));
        cursor = next_cursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(await list({ sort }));
    }
    await store.expectRefused(bob, 'list-products', { cursor: 'x' }, 400, 'Invalid cursor');
    const [card] = (await store.ask(bob, 'list-products', { owner_id: eve.id })).products;
    expect(card).toEqual({
      id: c.id,
      title: 'Ball',
      kind: 'physical',
      status: 'published',
      price: 5,
      currency: 'usd',
      pay_what_you_want: false,
      category_id: null,
      tags: ['toy'],
      cover_url: null,
      sold_out: false,
      sold_count: 0,
      rating: { average: null, count: 0 },
      seller: { id: eve.id, username: null },
      published_at: expect.any(String),
      created_at: expect.any(String),
    });
    await store.service.setStatus(eve.id, 'banned');
    expect(await list({})).toEqual([]);
  });

  it('shows a product with its offer, and what only its seller may see', async () => {
    const product = await store.goods(ann, { price: 40, shipping_price: 5, stock: 0 });
    const coupon = (more: object) =>
      store.ask(ann, 'set-coupon', { product_id: product.id, code: 'Spring-1', ...more });
    expect((await coupon({ percent_off: 12.5, max_uses: 3 })).coupon).toEqual({
      id: expect.any(String),
      product_id: product.id,
      code: 'SPRING-1',
      percent_off: 12.5,
      amount_off: null,
      max_uses: 3,
      used_count: 0,
      expires_at: null,
      active: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const shown = await page(product, store.nobody(), { coupon_code: 'spring-1' });
    expect(shown).toMatchObject({
      product: { sold_out: true, seller: { id: ann.id }, rating: { counts: { 1: 0, 5: 0 } } },
      variants: [],
      files: [],
      offer: { price: 40, discount: 5, total: 35, currency: 'usd', coupon_error: null },
      reviews: [],
      reviews_next_cursor: null,
      purchase: null,
    });
    expect('coupons' in shown).toBe(false);
    const { offer } = await page(product, bob, { coupon_code: 'none' });
    expect(offer).toMatchObject({ total: 40, coupon_error: 'Coupon is not valid' });
    await store.variant(ann, product, 'A', { price: 10, active: false });
    await store.variant(ann, product, 'B', { price: 20 });
    expect((await page(product)).variants).toMatchObject([{ sku: 'B' }]);
    const own = await page(product, ann);
    expect(own.variants).toHaveLength(2);
    expect(own.coupons).toHaveLength(1);
    expect(own.offer.price).toBe(20);
    await store.expectRefused(
      bob,
      'get-product',
      { product_id: product.id, reviews_cursor: 'x' },
      400,
      'Invalid cursor',
    );
  });

  it('has coupons that take off one thing', async () => {
    const product = await store.draft(ann, { price: 20 });
    const set = (more: object) => store.call(ann, 'set-coupon', { product_id: product.id, code: 'GIFT', ...more });
    const give = { error: 'Give percent_off or amount_off' };
    await set({}).expect(400, give);
    await set({ percent_off: 5, amount_off: 5 }).expect(400, give);
    for (const wrong of [{ percent_off: 0 }, { percent_off: 100.5 }, { amount_off: 0 }, { code: 'a b' }])
      await set({ amount_off: 1, ...wrong }).expect(400);
    await set({ percent_off: 5 }).expect(200);
    const expires_at = '2031-01-01T00:00:00.000Z';
    const { body } = await set({
      code: 'gift',
      amount_off: 3,
      expires_at,
      max_uses: 2,
      active: false,
    }).expect(200);
    expect(body.coupon).toMatchObject({
      percent_off: null,
      amount_off: 3,
      expires_at,
      max_uses: 2,
      active: false,
    });
    await set({ expires_at: null, max_uses: null }).expect(200);
    await store.rows(
      `INSERT INTO ext_products.coupons (product_id, code, percent_bp) SELECT $1, 'C' || n, 5 FROM generate_series(1, 98) n`,
      product.id,
    );
    const more = await atOnce(5, (at) => set({ code: `new${at}`, percent_off: 5 }));
    expect(tally(more)).toEqual({ 200: 1, 409: 4 });
    await set({ code: 'NEWER', percent_off: 5 }).expect(409, { error: 'Coupon limit reached' });
  });
});
