import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PAGES } from '../selling-app.js';
import { HOME, Store } from './store.js';

let store: Store;
beforeAll(async () => {
  store = await Store.start();
});
afterAll(() => store.stop());

it('a checkout whose process was killed is answered to a buyer who repeats the request after Retry-After', async () => {
  const [ann, bob] = [await store.seller(), await store.person()];
  const product = await store.goods(ann, { stock: 1 });
  const keyed = { client: bob.client.with({ 'idempotency-key': randomUUID() }) };
  const wish = { product_id: product.id, ship_to: HOME, ...PAGES };
  const { body: first } = await store.call(keyed, 'purchase-product', wish).expect(200);
  // As it leaves things: the order has no page, and the claim of the key no answer.
  await store.rows('UPDATE ext_products.orders SET checkout_url = NULL WHERE id = $1', first.order_id);
  await store.rows(
    `UPDATE platform.idempotent_answers SET status = NULL, answer = NULL, created_at = now() - interval '3 seconds'`,
  );
  let answer = await store.call(keyed, 'purchase-product', wish);
  while (answer.status === 503) {
    expect(answer.headers['retry-after']).toBe('5');
    await sleep(5_000);
    answer = await store.call(keyed, 'purchase-product', wish);
  }
  expect(answer).toMatchObject({ status: 200, body: first });
  expect(await store.stock(product)).toBe(0);
  await store.paid(first.payment_id);
  expect((await store.order(first.order_id)).status).toBe('paid');
  await store.expectSound();
});
