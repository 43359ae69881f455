import '../../../src/apps/events/events.app.js';
import { ExpireHoldsJob } from '../../../src/apps/events/jobs/expire-holds.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Hall, inDays } from './hall.js';

let hall: Hall;
let ann: Account;
let bob: Account;
let event: any;
let type: any;
let booked: any;
beforeAll(async () => {
  hall = await Hall.start();
});
beforeEach(async () => {
  ann = await hall.seller();
  bob = await hall.person();
  ({ event, type } = await hall.event(ann, { capacity: 2 }));
  booked = await hall.book(bob, type, 2);
});
afterEach(() => hall.expectSound());
afterAll(() => hall.stop());

const waits = async (who: Account, quantity = 1): Promise<any> =>
  (await hall.ask(who, 'join-waitlist', { event_id: event.id, ticket_type_id: type.id, quantity })).waitlist_entry;
const status = async (entry: any) => (await hall.row('waitlist_entries', entry)).status;
const free = (count: number) =>
  hall.ask(bob, 'cancel-order', {
    order_id: booked.order.id,
    ticket_ids: booked.tickets.slice(0, count).map(({ id }: any) => id),
  });

it('is for seats that are gone, while they are sold', async () => {
  const [eve, dan] = await hall.people(2);
  const join = { event_id: event.id, ticket_type_id: type.id };
  expect([(await waits(eve as Account)).position, (await waits(dan as Account)).position]).toEqual([1, 2]);
  await hall.expectRefused(eve as Account, 'join-waitlist', join, 409, 'Already on the waitlist');
  const open = await hall.event(ann);
  const other = { event_id: open.event.id, ticket_type_id: open.type.id };
  await hall.expectRefused(bob, 'join-waitlist', other, 409, 'Tickets are still available');
  const wrong = { ...join, event_id: open.event.id };
  await hall.expectRefused(bob, 'join-waitlist', wrong, 404, 'Ticket type not found');
  await hall.ask(ann, 'update-event', { event_id: event.id, waitlist_enabled: false });
  await hall.expectRefused(bob, 'join-waitlist', join, 409, 'Waitlist is closed');
  await hall.ask(ann, 'update-event', { event_id: event.id, waitlist_enabled: true });
  await hall.startsIn(event, -1);
  await hall.expectRefused(bob, 'join-waitlist', join, 409, 'Waitlist is closed');
});

it('is joined once by the same user at once', async () => {
  const join = { event_id: event.id, ticket_type_id: type.id };
  const answers = await atOnce(20, () => hall.call(bob, 'join-waitlist', join));
  expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
  expect(refusals(answers)).toEqual([{ error: 'Already on the waitlist' }]);
});

it('gets freed seats in the order of joining, whole quantities first', async () => {
  const [eve, dan, kim] = (await hall.people(3)) as [Account, Account, Account];
  const [two, one, last] = [await waits(eve, 2), await waits(dan), await waits(kim)];
  await free(1);
  expect([await status(two), await status(one), await status(last)]).toEqual(['waiting', 'offered', 'waiting']);
  expect([await hall.seats(event), await hall.told(dan), await hall.told(eve)]).toEqual([
    [1, 1],
    ['waitlist_offer'],
    [],
  ]);
  await hall.expectRefused(bob, 'book-tickets', hall.wish(type), 409, 'Not enough tickets left');
  await hall.expectRefused(
    kim,
    'book-tickets',
    hall.wish(type, 1, { waitlist_entry_id: one.id }),
    404,
    'Waitlist entry not found',
  );
  const { order } = await hall.book(dan, type, 1, { waitlist_entry_id: one.id });
  expect([order.status, await status(one), await hall.seats(event)]).toEqual(['confirmed', 'claimed', [2, 0]]);
  await hall.expectRefused(
    dan,
    'book-tickets',
    hall.wish(type, 1, { waitlist_entry_id: one.id }),
    409,
    'Waitlist offer has expired',
  );
});

it('passes an offer that ran out, or was given up, to the next', async () => {
  const [eve, dan, kim] = (await hall.people(3)) as [Account, Account, Account];
  const [first, second, third] = [await waits(eve), await waits(dan), await waits(kim)];
  await free(1);
  await hall.expireOffers();
  expect([await status(first), await status(second), await status(third)]).toEqual(['expired', 'offered', 'waiting']);
  await hall.expectRefused(
    eve,
    'book-tickets',
    hall.wish(type, 1, { waitlist_entry_id: first.id }),
    409,
    'Waitlist offer has expired',
  );
  await hall.ask(dan, 'leave-waitlist', { waitlist_entry_id: second.id });
  expect([await status(second), await status(third), await hall.seats(event)]).toEqual(['left', 'offered', [1, 1]]);
  await hall.expectRefused(dan, 'leave-waitlist', { waitlist_entry_id: second.id }, 409, 'Waitlist entry is closed');
  await hall.expireOffers();
  await hall.expireOffers();
  expect(await hall.seats(event)).toEqual([1, 0]);
  await hall.book(kim, type);
});

it('gives each freed seat to one, however many are freed at once', async () => {
  const people = await hall.people(6);
  const entries: any[] = [];
  for (const who of people) entries.push(await waits(who));
  const ids = booked.tickets.map(({ id }: any) => id);
  await atOnce(2, (n) => hall.call(bob, 'cancel-order', { order_id: booked.order.id, ticket_ids: [ids[n]] }));
  const states = await Promise.all(entries.map(status));
  expect(states).toEqual(['offered', 'offered', 'waiting', 'waiting', 'waiting', 'waiting']);
  const answers = await atOnce(10, (n) =>
    hall.call(people[n % 2] as Account, 'book-tickets', hall.wish(type, 1, { waitlist_entry_id: entries[n % 2].id })),
  );
  expect(tally(answers)).toEqual({ 200: 2, 409: 8 });
  expect([await hall.seats(event), await hall.told(people[0] as Account)]).toEqual([
    [2, 0],
    ['waitlist_offer', 'booked'],
  ]);
});

it('gets seats that the organiser adds', async () => {
  const [eve, dan] = (await hall.people(2)) as [Account, Account];
  const [first, second] = [await waits(eve), await waits(dan, 3)];
  await hall.ask(ann, 'update-event', { event_id: event.id, capacity: 3 });
  expect([await status(first), await status(second)]).toEqual(['offered', 'waiting']);
  await hall.type(ann, event, { ticket_type_id: type.id, quantity: 3 });
  await hall.ask(ann, 'update-event', { event_id: event.id, capacity: null });
  expect([await status(second), await hall.seats(event)]).toEqual(['waiting', [2, 1]]);
  await hall.type(ann, event, { ticket_type_id: type.id, quantity: 10 });
  expect([await status(second), await hall.seats(event)]).toEqual(['offered', [2, 4]]);
});

it('offers never outlast the sale', async () => {
  const eve = await hall.person();
  const entry = await waits(eve);
  const end = inDays(0.2);
  await hall.type(ann, event, { ticket_type_id: type.id, sales_end_at: end });
  await free(1);
  const { offer_expires_at } = await hall.row('waitlist_entries', entry);
  expect(offer_expires_at.toISOString()).toBe(end);
});

it('an offer that is booked and not paid is over', async () => {
  const paid = await hall.event(ann, { capacity: 1 }, { price: 10 });
  const first = await hall.bought(bob, paid.type);
  const [eve, dan] = (await hall.people(2)) as [Account, Account];
  ({ event, type } = paid);
  const [one, two] = [await waits(eve), await waits(dan)];
  await hall.ask(ann, 'cancel-order', { order_id: first.order.id });
  expect(await status(one)).toBe('offered');
  const held = await hall.book(eve, type, 1, { waitlist_entry_id: one.id });
  expect([await status(one), await hall.seats(event)]).toEqual(['claimed', [0, 1]]);
  await hall.expireHolds();
  expect([await status(one), await status(two), await hall.seats(event)]).toEqual(['expired', 'offered', [0, 1]]);
  await hall.paid(held.payment_id);
  expect(await hall.order(held)).toMatchObject({ status: 'cancelled', refund_due_minor: 1000 });
});

it('keeps the place of who could not pay because the processor was away', async () => {
  const paid = await hall.event(ann, { capacity: 1 }, { price: 10 });
  const first = await hall.bought(bob, paid.type);
  ({ event, type } = paid);
  const eve = await hall.person();
  const entry = await waits(eve);
  await hall.ask(ann, 'cancel-order', { order_id: first.order.id });
  await hall.shop.processor.outage({ calls: 100 });
  const wish = hall.wish(type, 1, { waitlist_entry_id: entry.id });
  await hall.expectRefused(eve, 'book-tickets', wish, 502, 'Payment processor unavailable');
  await hall.shop.restore();
  expect([await status(entry), await hall.seats(event)]).toEqual(['offered', [0, 1]]);
  await hall.ask(eve, 'book-tickets', wish);
});

describe('a sale that begins when people wait already', () => {
  const eve = { client: undefined as unknown as Account['client'], id: '' } as Account;
  let entry: any;
  beforeEach(async () => {
    Object.assign(eve, await hall.person());
    entry = await waits(eve);
    const sale = { event_id: event.id, ticket_type_id: type.id, sales_start_at: inDays(1) };
    await hall.ask(ann, 'save-ticket-type', sale);
    await free(1);
    expect(await status(entry)).toBe('waiting');
    await hall.rows(
      `UPDATE ext_events.ticket_types SET sales_start_at = now() - interval '1 second' WHERE id = $1`,
      type.id,
    );
  });

  it('offers its seats to them', async () => {
    await hall.run(ExpireHoldsJob);
    expect([await status(entry), await hall.seats(event), await hall.told(eve)]).toEqual([
      'offered',
      [1, 1],
      ['waitlist_offer'],
    ]);
  });

  it('sells nothing to those who come later', async () => {
    const dan = await hall.person();
    await hall.expectRefused(dan, 'book-tickets', hall.wish(type), 409, 'Not enough tickets left');
    await hall.run(ExpireHoldsJob);
    await hall.book(eve, type, 1, { waitlist_entry_id: entry.id });
  });
});
