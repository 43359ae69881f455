import '../../../src/apps/events/events.app.js';
import { deadlocks } from '../../support/deadlocks.js';
import type { Account } from '../../support/service.js';
import { traces } from '../../support/traces.js';
import { Hall } from './hall.js';

let hall: Hall;
let admin: Account;
let ann: Account;
let bob: Account;
let event: any;
let type: any;
beforeAll(async () => {
  hall = await Hall.start();
  admin = await hall.service.admin();
});
beforeEach(async () => {
  ann = await hall.seller();
  bob = await hall.person();
  ({ event, type } = await hall.event(ann, { capacity: 2 }, { price: 20 }));
});
afterEach(() => hall.expectSound());
afterAll(() => hall.stop());

const leaves = async ({ id }: Account) => {
  await admin.client.delete(`/v1/admin/users/${id}`).expect(200);
};
const tracesOf = async ({ id }: Account) =>
  (await traces(hall.service.database, [id])).filter((table) => table.startsWith('ext_events'));

it('an organiser who leaves cancels what is to come, and owes what was paid', async () => {
  const bought = await hall.bought(bob, type, 2);
  const draft = await hall.draft(ann);
  await leaves(ann);
  expect(await hall.order(bought)).toMatchObject({ status: 'cancelled', refund_due_minor: 4000 });
  expect(await hall.row('events', event)).toMatchObject({ owner_id: null, status: 'cancelled' });
  expect(await hall.row('events', draft)).toBeUndefined();
  expect(await hall.told(bob)).toEqual(['booked', 'cancelled']);
  expect(await hall.mine(bob)).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
  await hall.refund(bought.payment_id, 4000);
  expect(await hall.order(bought)).toMatchObject({ status: 'refunded', refund_due_minor: 0 });
  expect(await tracesOf(ann)).toEqual([]);
});

describe('an organiser who leaves at that moment', () => {
  const openOf = (people: Account[]) =>
    hall.rows(
      `SELECT FROM ext_events.orders WHERE owner_id = ANY ($1) AND status IN ('pending', 'confirmed')`,
      people.map(({ id }) => id),
    );

  it('waits for nobody twice who books', async () => {
    const [paid, free] = [await hall.event(ann, {}, { price: 20 }), await hall.event(ann)];
    const people = await hall.people(12);
    const before = await deadlocks(hall.service);
    const booking = people.map((who, n) => hall.call(who, 'book-tickets', hall.wish((n % 2 ? paid : free).type)));
    const [, ...answers] = await Promise.all([leaves(ann), ...booking]);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    expect([await openOf(people), await deadlocks(hall.service)]).toEqual([[], before]);
  });

  it('waits for nobody twice who cancels', async () => {
    const free = await hall.event(ann);
    const people = await hall.people(12);
    const orders = await Promise.all(people.map((who) => hall.book(who, free.type)));
    const before = await deadlocks(hall.service);
    const ending = people.map((who, n) => hall.call(who, 'cancel-order', { order_id: orders[n].order.id }));
    const [, ...answers] = await Promise.all([leaves(ann), ...ending]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect([await openOf(people), await deadlocks(hall.service)]).toEqual([[], before]);
  });
});

it('tickets of past events stay with their holders when the organiser leaves', async () => {
  await hall.bought(bob, type);
  await hall.startsIn(event, -48);
  await leaves(ann);
  const [ticket] = await hall.mine(bob, 'past');
  expect(ticket).toMatchObject({ status: 'valid', event: { id: event.id, status: 'published' } });
  const { event: shown } = await hall.ask(bob, 'get-event', { event_id: event.id });
  expect(shown).toMatchObject({ id: event.id, owner_id: null });
});

it('money that arrives when the organiser has left is owed', async () => {
  const held = await hall.book(bob, type);
  await leaves(ann);
  await hall.paid(held.payment_id);
  expect(await hall.order(held)).toMatchObject({ status: 'cancelled', refund_due_minor: 2000 });
});

it('seats of a buyer who leaves come back, and go to the waitlist', async () => {
  const bought = await hall.bought(bob, type);
  const late = await hall.book(bob, type);
  const eve = await hall.person();
  const join = { event_id: event.id, ticket_type_id: type.id };
  const { waitlist_entry } = await hall.ask(eve, 'join-waitlist', { ...join, quantity: 2 });
  await leaves(bob);
  expect(await hall.order(bought)).toMatchObject({ owner_id: null, status: 'cancelled', refund_due_minor: 2000 });
  expect((await hall.order(late)).status).toBe('expired');
  expect((await hall.row('waitlist_entries', waitlist_entry)).status).toBe('offered');
  expect([await hall.seats(event), await tracesOf(bob)]).toEqual([[0, 2], []]);
  await hall.paid(late.payment_id);
  expect(await hall.order(late)).toMatchObject({ status: 'cancelled', refund_due_minor: 2000 });
});

it('offers of somebody who leaves pass on', async () => {
  const bought = await hall.bought(bob, type, 2);
  const [eve, dan] = (await hall.people(2)) as [Account, Account];
  const join = { event_id: event.id, ticket_type_id: type.id, quantity: 2 };
  await hall.ask(eve, 'join-waitlist', join);
  const { waitlist_entry } = await hall.ask(dan, 'join-waitlist', join);
  await hall.ask(bob, 'cancel-order', { order_id: bought.order.id });
  await leaves(eve);
  expect((await hall.row('waitlist_entries', waitlist_entry)).status).toBe('offered');
  expect(await hall.seats(event)).toEqual([0, 2]);
});

it('staff and holders who leave are forgotten, and their scans and tickets stay', async () => {
  const [staff, holder] = (await hall.people(2)) as [Account, Account];
  await hall.ask(ann, 'update-event', { event_id: event.id, staff_ids: [staff.id, holder.id] });
  await hall.bought(bob, type, 2);
  const [one, two] = await hall.mine(bob);
  const named = { ticket_id: two.id, to_user_id: holder.id, attendee_name: 'Holder' };
  await hall.ask(bob, 'transfer-ticket', named);
  await hall.ask(staff, 'check-in-ticket', { event_id: event.id, ticket_id: one.id });
  await leaves(staff);
  await leaves(holder);
  expect([await tracesOf(staff), await tracesOf(holder)]).toEqual([[], []]);
  expect((await hall.row('events', event)).staff_ids).toEqual([]);
  expect(await hall.row('tickets', two)).toMatchObject({ status: 'valid', owner_id: null, attendee_name: '' });
  const again = await hall.ask(ann, 'check-in-ticket', { event_id: event.id, ticket_id: one.id });
  expect(again.result).toBe('already_checked_in');
});
