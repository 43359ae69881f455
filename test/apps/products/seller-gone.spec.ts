import { atOnce } from '../../account/at-once.js';
import { stored } from '../../files/forms.js';
import { deadlocks } from '../../support/deadlocks.js';
import { type Account, eventually } from '../../support/service.js';
import { traces } from '../../support/traces.js';
import { PAGES } from '../selling-app.js';
import { HOME, Store } from './store.js';

let store: Store;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  store = await Store.start();
});
beforeEach(async () => {
  [ann, bob] = [await store.seller(), await store.person()];
});
afterAll(() => store.stop());

const leave = ({ client }: Account) => client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
const library = async (who: Account) => (await store.ask(who, 'list-my-purchases')).purchases;

describe('a seller whose account is deleted', () => {
  it('leaves buyers what they paid for: files, license keys, and a product without a seller', async () => {
    await ann.client.patch('/v1/users/me', { username: 'leaving_seller' }).expect(200);
    const file = await store.product(ann, { title: 'Brush set', price: 20 });
    const picture = { purpose: 'image', filename: 'a.png', content_type: 'image/png' };
    await store.promise(ann, file, picture);
    const keys = await store.product(ann, { title: 'Plugin', price: 5, license_keys: true });
    await store.ask(ann, 'set-coupon', { product_id: file.id, code: 'SPRING', percent_off: 20 });
    const bought = await store.buy(bob, file, { coupon_code: 'spring' });
    await store.buy(bob, keys);
    await store.ask(bob, 'review-product', { product_id: file.id, rating: 4 });
    const [licensed] = await library(bob);
    const [{ key }] = licensed.licenses;
    const unsold = await store.product(ann, { title: 'Never sold', price: 20 });
    const refunded = await store.product(ann, { title: 'Given back', price: 20 });
    const order = await store.buy(await store.person(), refunded);
    await store.refund(order.payment_id, 2000);
    const words = [ann.id, ann.email, 'leaving_seller'];

    await leave(ann);
    expect(await traces(store.service.database, words)).toEqual([]);
    expect(await store.rows('SELECT FROM ext_products.orders WHERE seller_id = $1', ann.id)).toEqual([]);
    const kept = await store.rows('SELECT id FROM ext_products.products WHERE owner_id IS NULL ORDER BY title');
    expect(kept.map(({ id }) => id)).toEqual([file.id, keys.id]);

    const purchases = await library(bob);
    expect(purchases).toMatchObject([
      { title: 'Plugin', seller_id: null, product: { status: 'removed', seller: null } },
      { title: 'Brush set', seller_id: null, product: { status: 'removed', seller: null }, total: 16 },
    ]);
    const wanted = { order_id: bought.order_id, file_id: file.file_id };
    const { download_url } = await store.ask(bob, 'download-file', wanted);
    expect(await (await fetch(download_url)).text()).toBe('The bytes.');
    const verified = { product_id: keys.id, license_key: key, instance: 'laptop' };
    expect(await store.ask(store.nobody(), 'verify-license', verified)).toMatchObject({ valid: true });
    const page = await store.ask(bob, 'get-product', { product_id: file.id });
    expect(page).toMatchObject({
      product: { owner_id: null, seller: null, status: 'removed' },
      purchase: { id: bought.order_id, seller_id: null },
      reviews: [{ rating: 4 }],
    });
    await store.ask(bob, 'review-product', { product_id: file.id, rating: 5 });

    const stranger = await store.person();
    const lost = 'Product not found';
    for (const product of [file, keys, unsold, refunded]) {
      for (const who of [stranger, store.nobody()])
        await store.expectRefused(who, 'get-product', { product_id: product.id }, 404, lost);
      await store.refusedPurchase(stranger, product, 404, lost);
    }
    await store.refusedPurchase(bob, keys, 404, lost);
    const { products } = await store.ask(stranger, 'list-products', { limit: 100 });
    expect(products.filter(({ id }: { id: string }) => [file.id, keys.id].includes(id))).toEqual([]);
    await store.expectRefused(stranger, 'update-product', { product_id: file.id, title: 'Mine' }, 403, 'Forbidden');
    await store.expectSound();
  });

  it('can be no seller again through staff: what has no seller is neither published nor filled', async () => {
    const product = await store.product(ann, { price: 0 });
    await store.purchase(bob, product);
    await leave(ann);
    const admin = await store.service.admin();
    const removed = 'Product was removed';
    const { id: product_id } = product;
    await store.expectRefused(admin, 'publish-product', { product_id }, 409, removed);
    await store.expectRefused(admin, 'update-product', { product_id, title: 'x' }, 409, removed);
    const upload = { purpose: 'download', filename: 'a.txt', content_type: 'text/plain', size_bytes: 5 };
    await store.expectRefused(admin, 'create-upload', { product_id, ...upload }, 409, removed);
    const { body } = await admin.client.get('/v1/admin/products').expect(200);
    expect(body.products.filter(({ id }: { id: string }) => id === product_id)).toEqual([]);
    await store.ask(admin, 'get-product', { product_id });
  });

  it('refunds open orders, and leaves nothing on sale for a buyer at that moment', async () => {
    const product = await store.goods(ann, { price: 20, stock: 3 });
    await store.buy(bob, product, { ship_to: HOME });
    const eve = await store.person();
    const open = await store.purchase(eve, product, { ship_to: HOME });
    const people = await store.people(10);
    const wish = { product_id: product.id, ship_to: HOME, ...PAGES };
    const before = await deadlocks(store.service);
    const answers = await Promise.all([leave(ann), ...people.map((who) => store.call(who, 'purchase-product', wish))]);
    // Who was first has a page, which the seller no longer answers for; everybody else finds nothing.
    for (const { status } of answers.slice(1)) expect([200, 400, 404, 409]).toContain(status);
    expect(await deadlocks(store.service)).toBe(before);
    const pending = await store.rows(
      `SELECT FROM ext_products.orders WHERE product_id = $1 AND status = 'pending'`,
      product.id,
    );
    expect(pending).toEqual([]);
    await store.paid(open.payment_id);
    expect(await store.order(open.order_id)).toMatchObject({ status: 'needs_attention', seller_id: null });
    expect((await store.notices(eve, 'refund_needed')).length).toBe(1);
    expect((await library(bob))[0]).toMatchObject({ status: 'paid', product: { seller: null } });
  });

  it('takes the bytes along that nobody has bought, and no others', async () => {
    const sold = await store.product(ann, { price: 0 });
    await store.purchase(bob, sold);
    await store.product(ann, { price: 0, title: 'Unsold' });
    // What earlier tests have left may still be on its way out.
    const owned = async () => {
      await store.service.jobsDone();
      const [{ due }] = await store.rows('SELECT count(*)::int AS due FROM files.trash');
      return stored(store.service).length - due;
    };
    const before = await owned();
    await leave(ann);
    await eventually(async () => expect(await owned()).toBe(before - 1));
    const files = await store.rows('SELECT id FROM files.files WHERE owner_id IS NULL');
    expect(files.map(({ id }) => id)).toContain(sold.file_id);
  });
});

it('a buyer who leaves a product without a seller leaves the others what they have', async () => {
  const product = await store.product(ann, { price: 0 });
  const eve = await store.person();
  for (const who of [bob, eve]) await store.purchase(who, product);
  await store.ask(bob, 'review-product', { product_id: product.id, rating: 2 });
  await leave(ann);
  await atOnce(2, () => bob.client.delete('/v1/users/me', { password: 'correct horse battery' }));
  const [mine] = await library(eve);
  expect(mine).toMatchObject({ product: { rating: { count: 0 } }, files: [{ id: product.file_id }] });
});
