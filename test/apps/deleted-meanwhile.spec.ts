import { completed, refunded } from '../payments/webhook.js';
import { deadlocks } from '../support/deadlocks.js';
import type { Account } from '../support/service.js';
import { Market } from './bundles/market.js';
import { School } from './courses/school.js';
import { Hall } from './events/hall.js';
import { at, Studio } from './live-sessions/studio.js';
import { HOME, Store } from './products/store.js';
import { PAGES, type SellingApp } from './selling-app.js';
import { Club } from './subscriptions/club.js';

/** How a thing of an app is bought, and what its buyers do later. */
interface Sale {
  app: SellingApp;
  make: (seller: Account, n: number) => Promise<any>;
  buy: string;
  wish: (thing: any) => object;
  later?: (thing: any) => [action: string, input: object];
}

const SALES: Record<string, () => Promise<Sale>> = {
  async products() {
    const app = await Store.start();
    return {
      app,
      make: (seller) => app.goods(seller, { stock: 50 }),
      buy: 'purchase-product',
      wish: ({ id }) => ({ product_id: id, ship_to: HOME }),
      later: ({ id }) => ['review-product', { product_id: id, rating: 4 }],
    };
  },
  async courses() {
    const app = await School.start();
    return {
      app,
      make: (seller) => app.course(seller, { price: 20, max_students: 50 }),
      buy: 'enroll',
      wish: ({ id }) => ({ course_id: id }),
      later: ({ id }) => ['review-course', { course_id: id, rating: 4 }],
    };
  },
  async bundles() {
    const app = await Market.start();
    return {
      app,
      make: (seller) => app.bundle(seller, { max_sales: 50 }),
      buy: 'purchase-bundle',
      wish: ({ id }) => ({ bundle_id: id }),
    };
  },
  async events() {
    const app = await Hall.start();
    return {
      app,
      make: async (seller) => (await app.event(seller, {}, { price: 20, quantity: 50 })).type,
      buy: 'book-tickets',
      wish: (type) => app.wish(type),
    };
  },
  async subscriptions() {
    const app = await Club.start();
    return {
      app,
      make: (seller) => app.plan(seller, { max_subscribers: 50 }),
      buy: 'subscribe',
      wish: ({ id }) => ({ plan_id: id }),
    };
  },
  async 'live-sessions'() {
    const app = await Studio.start();
    return {
      app,
      make: (seller, n) => app.session(seller, { seats: 50, price: 20, starts_at: at(5 + n, '12:00') }),
      buy: 'book-session',
      wish: ({ id }) => ({ session_id: id }),
    };
  },
};

const leave = async ({ client }: Account) =>
  client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);

/** Starts the calls a few milliseconds one after the other, so that some come before, during and after a deletion. */
const inTurn = <T>(calls: (() => PromiseLike<T>)[]): Promise<T[]> =>
  Promise.all(
    calls.map(async (call, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 8));
      return call();
    }),
  );

/** Called again, as clients and the processor do, where a wait for a lock took longer than it may: on a busy machine it can. */
async function answered<T extends { status: number }>(call: () => PromiseLike<T>): Promise<T> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
  }
}

describe.each(Object.keys(SALES))('%s, while the accounts', (slug) => {
  let sale: Sale;
  beforeAll(async () => {
    sale = await (SALES[slug] as () => Promise<Sale>)();
  });
  afterAll(() => sale.app.stop());

  const buy = (who: Account, thing: object) => sale.app.call(who, sale.buy, { ...sale.wish(thing), ...PAGES });
  const paymentOf = async (who: Account, thing: object) => {
    const { body } = await buy(who, thing).expect(200);
    return sale.app.payment(body.payment_id);
  };

  /** Buys, reviews, payments and refunds of six buyers, while these accounts are deleted. */
  async function expectNoDeadlock(who: (seller: Account, buyers: Account[]) => Account[]): Promise<void> {
    const { app, make, later } = sale;
    const seller = await app.seller();
    const [thing, other, buyers] = [await make(seller, 0), await make(seller, 1), await app.people(6)];
    const [paid, others] = [buyers.slice(0, 2), buyers.slice(2)];
    const payments = await Promise.all(paid.map((buyer) => paymentOf(buyer, thing)));
    for (const { id } of payments) await app.paid(id);
    const open = await Promise.all(others.slice(0, 2).map((buyer) => paymentOf(buyer, thing)));
    const purchases = [
      ...others.map((buyer) => () => buy(buyer, thing)),
      ...buyers.map((buyer) => () => buy(buyer, other)),
    ];
    const reviews = later ? paid.map((buyer) => () => app.call(buyer, ...later(thing))) : [];
    const events = [
      ...[1, 2, 3].flatMap(() => open.map((payment) => completed(payment))),
      ...[100, 200, 300, 2000].flatMap((minor) => payments.map((payment) => refunded(payment, minor))),
    ];
    const before = await deadlocks(app.service);
    const calls = [...purchases, ...reviews, ...purchases];
    const [answers, deliveries] = await Promise.all([
      inTurn(calls.map((call) => () => answered(call))),
      inTurn(events.map((event) => () => answered(() => app.webhook.send(event)))),
      Promise.all(who(seller, buyers).map(leave)),
    ]);
    for (const { status } of answers) expect([200, 400, 401, 404, 409]).toContain(status);
    for (const { status } of deliveries) expect(status).toBe(200);
    expect(await deadlocks(app.service)).toBe(before);
  }

  it('of sellers are deleted, end in no deadlock', () => expectNoDeadlock((seller) => [seller]));
  it('of buyers are deleted, end in no deadlock', () => expectNoDeadlock((_, buyers) => buyers.slice(0, 4)));
});
