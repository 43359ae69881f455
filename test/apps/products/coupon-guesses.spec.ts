import type { Account } from '../../support/service.js';
import { atOnce, tally } from '../../account/at-once.js';
import { PAGES } from '../selling-app.js';
import { Store } from './store.js';

let store: Store;
let seller: Account;
let product: { id: string };
beforeAll(async () => {
  store = await Store.start();
  seller = await store.seller();
  product = await store.product(seller, { price: 40, pay_what_you_want: false });
  await store.ask(seller, 'set-coupon', { product_id: product.id, code: 'SPRING', percent_off: 90 });
});
afterAll(() => store.stop());

const show = (who: Pick<Account, 'client'>, coupon_code?: string) =>
  store.call(who, 'get-product', { product_id: product.id, ...(coupon_code && { coupon_code }) });
const buy = (who: Pick<Account, 'client'>, coupon_code?: string) =>
  store.call(who, 'purchase-product', {
    product_id: product.id,
    ...PAGES,
    ...(coupon_code && { coupon_code }),
  });

function expectTooMany({ status, body, headers }: { status: number; body: unknown; headers: any }): void {
  expect({ status, body }).toEqual({ status: 429, body: { error: 'Too many requests' } });
  expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600);
}

describe('guesses at coupon codes', () => {
  it('are over after twenty misses of a caller, in all places that take a code', async () => {
    const [bob, eve] = await store.people(2);
    const guesses = await atOnce(40, (index) => show(bob as Account, `guess-${index}`));
    expect(tally(guesses)).toEqual({ 200: 20, 429: 20 });
    expectTooMany(await show(bob as Account, 'SPRING'));
    expectTooMany(await buy(bob as Account, 'SPRING'));
    expectTooMany(
      await (bob as Account).client
        .post('/v1/apps/products/purchase-product', {
          product_id: product.id,
          coupon_code: 'SPRING',
          ...PAGES,
        })
        .set('idempotency-key', 'with-a-key'),
    );
    expect((await show(bob as Account).expect(200)).body.offer.total).toBe(40);
    expect((await buy(bob as Account).expect(200)).body.amount).toBe(40);
    expect((await show(eve as Account, 'spring').expect(200)).body.offer.total).toBe(4);
  });

  it('are counted where a product is bought', async () => {
    const bob = await store.person();
    for (let guess = 0; guess < 20; guess++)
      await buy(bob, `guess-${guess}`).expect(409, { error: 'Coupon is not valid' });
    expectTooMany(await buy(bob, 'SPRING'));
    await buy(bob).expect(200);
  });

  it('are counted by network where nobody is signed in', async () => {
    const nobody = store.nobody();
    for (let guess = 0; guess < 20; guess++) {
      const { body } = await show(nobody, `guess-${guess}`).expect(200);
      expect(body.offer.coupon_error).toBe('Coupon is not valid');
    }
    expectTooMany(await show(nobody, 'SPRING'));
    await show(nobody).expect(200);
  });

  it('are none where the code is right, however many at once', async () => {
    const bob = await store.person();
    expect(tally(await atOnce(30, () => show(bob, 'SPRING')))).toEqual({ 200: 30 });
    expect(tally(await atOnce(3, () => show(bob, 'wrong')))).toEqual({ 200: 3 });
    for (let time = 0; time < 20; time++) await show(bob, 'spring').expect(200);
    expect((await buy(bob, 'spring').expect(200)).body.amount).toBe(4);
  });
});
