import '../../../src/apps/events/events.app.js';
import { StartRefundsJob } from '../../../src/apps/events/jobs/start-refunds.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import { type Account, eventually } from '../../support/service.js';
import { completed } from '../../payments/webhook.js';
import { Hall } from './hall.js';

let hall: Hall;
let ann: Account;
let bob: Account;
let event: any;
let type: any;
beforeAll(async () => {
  hall = await Hall.start();
});
beforeEach(async () => {
  ann = await hall.seller();
  bob = await hall.person();
  ({ event, type } = await hall.event(ann, { capacity: 2 }, { price: 20 }));
});
afterEach(() => hall.expectSound());
afterAll(() => hall.stop());

const seats = () => hall.seats(event);

describe('seats that cost something', () => {
  it('are held until they are paid', async () => {
    const held = await hall.book(bob, type, 2);
    expect(held.order).toMatchObject({ status: 'pending', total: 40, hold_expires_at: expect.any(String) });
    expect([await seats(), await hall.mine(bob)]).toMatchObject([
      [0, 2],
      [{ status: 'held' }, { status: 'held' }],
    ]);
    expect(await hall.told(bob)).toEqual([]);
    await hall.paid(held.payment_id);
    expect(await hall.order(held)).toMatchObject({ status: 'confirmed', paid_at: expect.any(Date) });
    expect(await seats()).toEqual([2, 0]);
    expect([await hall.told(bob), await hall.told(ann)]).toEqual([['booked'], ['new_order']]);
    const admin = await hall.service.admin();
    const { payment_id } = held;
    await atOnce(5, () => hall.ask(admin, 'payment-succeeded', { payment_id }));
    expect([await seats(), await hall.told(bob)]).toEqual([[2, 0], ['booked']]);
  });

  it('go to one of twenty, and nothing is left of the others', async () => {
    const one = await hall.event(ann, { capacity: 1 }, { price: 20 });
    const people = await hall.people(20);
    const answers = await atOnce(20, (n) => hall.call(people[n] as Account, 'book-tickets', hall.wish(one.type)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Not enough tickets left' }]);
    expect(await hall.seats(one.event)).toEqual([0, 1]);
  });

  it('with the same request key are one order with one page', async () => {
    const wish = hall.wish(type, 1, { request_key: 'one' });
    const first = await hall.ask(bob, 'book-tickets', wish);
    expect(await hall.ask(bob, 'book-tickets', wish)).toEqual(first);
    const answers = await atOnce(10, () => hall.call(bob, 'book-tickets', { ...wish, request_key: 'two' }));
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1);
    expect(await seats()).toEqual([0, 2]);
  });

  it('are not booked where they cannot be paid', async () => {
    const wish = hall.wish(type);
    await hall.expectRefused(ann, 'book-tickets', wish, 400, 'You cannot buy tickets to your own event');
    const noPages = { ...wish, success_url: undefined };
    await hall.expectRefused(bob, 'book-tickets', noPages, 400, 'success_url and cancel_url are required');
    const poor = await hall.event(await hall.person(), {}, { price: 5 });
    const error = 'Seller does not have a connected processor account';
    await hall.expectRefused(bob, 'book-tickets', hall.wish(poor.type), 400, error);
    expect([await seats(), await hall.seats(poor.event)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('leave nothing behind when the processor is away, and the same call works later', async () => {
    await hall.shop.processor.outage({ calls: 100 });
    const wish = hall.wish(type, 2, { request_key: 'again' });
    await hall.expectRefused(bob, 'book-tickets', wish, 502, 'Payment processor unavailable');
    expect([await seats(), await hall.mine(bob)]).toMatchObject([[0, 0], expect.anything()]);
    await hall.shop.restore();
    const held = await hall.ask(bob, 'book-tickets', wish);
    await hall.paid(held.payment_id);
    expect(await seats()).toEqual([2, 0]);
  });

  it('in part free of charge after a code are paid for the rest', async () => {
    await hall.ask(ann, 'save-promo-code', { event_id: event.id, code: 'LESS', amount_off: 30 });
    const { order, tickets } = await hall.book(bob, type, 2, { promo_code: 'LESS' });
    expect(order).toMatchObject({ subtotal: 40, discount: 40, total: 0, status: 'confirmed' });
    expect(tickets.map(({ price }: any) => price)).toEqual([0, 0]);
  });
});

describe('a hold that ran out', () => {
  it('gives seats and the use of the code back, once', async () => {
    await hall.ask(ann, 'save-promo-code', { event_id: event.id, code: 'HALF', percent_off: 50, max_uses: 1 });
    const held = await hall.book(bob, type, 2, { promo_code: 'HALF' });
    await hall.expireHolds();
    await hall.expireHolds();
    expect((await hall.order(held)).status).toBe('expired');
    expect([await seats(), await hall.mine(bob)]).toEqual([[0, 0], []]);
    await hall.book(bob, type, 1, { promo_code: 'HALF' });
  });

  it('is honoured when it is paid late and the seats are free', async () => {
    const held = await hall.book(bob, type, 2);
    await hall.expireHolds();
    await hall.paid(held.payment_id);
    expect(await hall.order(held)).toMatchObject({ status: 'confirmed', refund_due_minor: 0 });
    expect([await seats(), (await hall.mine(bob)).map(({ status }) => status)]).toEqual([
      [2, 0],
      ['valid', 'valid'],
    ]);
  });

  it('is owed when the seats are gone', async () => {
    const held = await hall.book(bob, type, 2);
    await hall.expireHolds();
    await hall.bought(await hall.person(), type);
    await hall.paid(held.payment_id);
    expect(await hall.order(held)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'system',
      refund_due_minor: 4000,
    });
    expect([await seats(), await hall.told(bob)]).toEqual([[1, 0], ['order_unfulfilled']]);
    expect(await hall.told(ann)).toEqual(['new_order', 'order_unfulfilled']);
    const { attendees } = await hall.ask(ann, 'list-attendees', { event_id: event.id, refund_due: true });
    expect(attendees.map(({ order }: any) => order.refund_due)).toEqual([40, 40]);
    await hall.refund(held.payment_id, 4000);
    expect(await hall.order(held)).toMatchObject({ status: 'refunded', refund_due_minor: 0 });
  });

  it('that six pay late for is given to as many as there are seats', async () => {
    const late: any[] = [];
    for (const who of await hall.people(6)) {
      late.push(await hall.book(who, type));
      await hall.expireHolds();
    }
    await atOnce(6, (n) => hall.paid(late[n].payment_id));
    const states = (await Promise.all(late.map((one) => hall.order(one)))).map(({ status }) => status).toSorted();
    expect(states).toEqual([...Array(4).fill('cancelled'), 'confirmed', 'confirmed']);
    expect(await seats()).toEqual([2, 0]);
  });

  it('at the moment of its payment ends in one of the two', async () => {
    const held = await hall.book(bob, type, 2);
    await Promise.all([hall.paid(held.payment_id), hall.expireHolds(), hall.expireHolds()]);
    expect([(await hall.order(held)).status, await seats()]).toEqual(['confirmed', [2, 0]]);
  });

  it('is owed when the event is cancelled', async () => {
    const held = await hall.book(bob, type, 2);
    await hall.ask(ann, 'cancel-event', { event_id: event.id });
    expect((await hall.order(held)).status).toBe('expired');
    await hall.paid(held.payment_id);
    expect(await hall.order(held)).toMatchObject({ status: 'cancelled', refund_due_minor: 4000 });
    expect(await hall.told(bob)).toEqual(['cancelled', 'order_unfulfilled']);
  });

  it('unlocks nothing for another sum', async () => {
    const held = await hall.book(bob, type, 1);
    await hall.rows('UPDATE ext_events.orders SET total_minor = 5000 WHERE id = $1', held.order.id);
    await hall.webhook.deliver(completed(await hall.payment(held.payment_id)));
    expect((await hall.order(held)).status).toBe('pending');
    await hall.rows('UPDATE ext_events.orders SET total_minor = 2000 WHERE id = $1', held.order.id);
  });
});

it('a payment to another seller unlocks nothing', async () => {
  const held = await hall.book(bob, type);
  const other = await hall.seller();
  await hall.rows('UPDATE payments.payments SET seller_id = $2 WHERE id = $1', held.payment_id, other.id);
  await hall.paid(held.payment_id);
  expect([(await hall.order(held)).status, await seats()]).toEqual(['pending', [0, 1]]);
});

describe('a refund', () => {
  it('in part adds up, and of the whole ends the tickets', async () => {
    await hall.ask(ann, 'save-promo-code', { event_id: event.id, code: 'HALF', percent_off: 50, max_uses: 1 });
    const held = await hall.bought(bob, type, 2, { promo_code: 'HALF' });
    await hall.refund(held.payment_id, 500);
    await hall.refund(held.payment_id, 300);
    expect(await hall.order(held)).toMatchObject({ status: 'confirmed', refunded_minor: 500, refund_due_minor: 0 });
    await atOnce(3, () => hall.refund(held.payment_id, 2000));
    expect(await hall.order(held)).toMatchObject({ status: 'refunded', refunded_minor: 2000, refund_due_minor: 0 });
    expect([await seats(), await hall.told(bob)]).toEqual([
      [0, 0],
      ['booked', 'refunded'],
    ]);
    expect((await hall.mine(bob)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    await hall.book(bob, type, 1, { promo_code: 'HALF' });
  });

  it('after the end leaves the seats as they were', async () => {
    const held = await hall.bought(bob, type);
    await hall.startsIn(event, -48);
    await hall.refund(held.payment_id, 2000);
    expect([(await hall.order(held)).status, await seats()]).toEqual(['refunded', [1, 0]]);
  });

  it('of what is owed is asked for once, and made by the processor', async () => {
    const held = await hall.book(bob, type, 2);
    await hall.shop.processor.pay(held.checkout_url);
    await hall.shop.completed(held.checkout_url);
    const [one, two] = await hall.mine(bob);
    for (const [at, { id }] of [one, two].entries()) {
      await hall.ask(bob, 'cancel-order', { order_id: held.order.id, ticket_ids: [id] });
      await hall.run(StartRefundsJob);
      await hall.run(StartRefundsJob);
      await hall.service.jobsDone();
      // The event of the refund locks the order, and the job passes over an order that is locked.
      await eventually(async () => expect((await hall.order(held)).refunded_minor).toBe(2000 * (at + 1)));
    }
    const made = await hall.shop.refundsMade(held.payment_id);
    expect(made.map(({ amount }) => amount)).toEqual([2000, 2000]);
    expect(await hall.shop.ledgerProblems()).toEqual([]);
  });
});

it('the pages of the shop are only needed where something is paid', async () => {
  const free = await hall.event(ann);
  const wish = { ...hall.wish(free.type), success_url: undefined, cancel_url: undefined };
  expect((await hall.ask(bob, 'book-tickets', wish)).order.status).toBe('confirmed');
});
