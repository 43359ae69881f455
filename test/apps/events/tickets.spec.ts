import '../../../src/apps/events/events.app.js';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Hall } from './hall.js';

let hall: Hall;
let ann: Account;
let bob: Account;
let eve: Account;
let event: any;
let type: any;
beforeAll(async () => {
  hall = await Hall.start();
});
beforeEach(async () => {
  ann = await hall.seller();
  [bob, eve] = (await hall.people(2)) as [Account, Account];
  ({ event, type } = await hall.event(ann, { capacity: 5, cancel_until_hours: 24 }, { price: 20 }));
});
afterEach(() => hall.expectSound());
afterAll(() => hall.stop());

const expectTooLate = (order_id: string) =>
  hall.expectRefused(bob, 'cancel-order', { order_id }, 409, 'Cancellation is no longer possible');

describe('an order', () => {
  it('is cancelled in part and in full, and what was paid is owed', async () => {
    const { order } = await hall.bought(bob, type, 3);
    const [one] = await hall.mine(bob);
    const part = { order_id: order.id, ticket_ids: [one.id], reason: 'Ill' };
    const after = await hall.ask(bob, 'cancel-order', part);
    expect(after.order).toMatchObject({ status: 'confirmed', refund_due: 20 });
    expect(await hall.seats(event)).toEqual([2, 0]);
    await hall.expectRefused(bob, 'cancel-order', part, 409, 'Order is not active');
    const answers = await atOnce(10, () => hall.call(bob, 'cancel-order', { order_id: order.id }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
    expect(await hall.order({ order })).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'buyer',
      refund_due_minor: 6000,
    });
    expect([await hall.seats(event), await hall.told(ann)]).toEqual([
      [0, 0],
      ['new_order', 'order_cancelled', 'order_cancelled'],
    ]);
    expect(await hall.told(bob)).toEqual(['booked']);
  });

  it('is cancelled by its buyer until the hours of the event, by its organiser always, by others never', async () => {
    const { order } = await hall.bought(bob, type, 2);
    await hall.expectRefused(eve, 'cancel-order', { order_id: order.id }, 403, 'Forbidden');
    await hall.startsIn(event, 23);
    await expectTooLate(order.id);
    await hall.ask(ann, 'update-event', { event_id: event.id, cancel_until_hours: 22 });
    const [one] = await hall.mine(bob);
    await hall.ask(bob, 'cancel-order', { order_id: order.id, ticket_ids: [one.id] });
    await hall.ask(ann, 'update-event', { event_id: event.id, cancel_until_hours: null });
    await expectTooLate(order.id);
    await hall.ask(ann, 'cancel-order', { order_id: order.id });
    expect(await hall.order({ order })).toMatchObject({ cancelled_by: 'organizer', refund_due_minor: 4000 });
    expect(await hall.told(bob)).toContain('order_cancelled');
    await hall.expectRefused(bob, 'cancel-order', { order_id: event.id }, 404, 'Order not found');
  });

  it('that is free is cancelled until the start', async () => {
    const free = await hall.type(ann, event, { name: 'Free', price: 0 });
    const [one, two] = [await hall.book(bob, free), await hall.book(bob, free)];
    await hall.startsIn(event, 0.5);
    await hall.ask(bob, 'cancel-order', { order_id: one.order.id });
    await hall.startsIn(event, -0.5);
    await expectTooLate(two.order.id);
  });

  it('that is not paid is given up, and is owed when it is paid all the same', async () => {
    const held = await hall.book(bob, type);
    await hall.ask(bob, 'cancel-order', { order_id: held.order.id });
    expect([(await hall.order(held)).status, await hall.seats(event)]).toEqual(['cancelled', [0, 0]]);
    await hall.paid(held.payment_id);
    expect(await hall.order(held)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'buyer',
      refund_due_minor: 2000,
    });
  });

  it('keeps tickets that were checked in or handed over', async () => {
    const { order } = await hall.bought(bob, type, 3);
    const [one, two, three] = await hall.mine(bob);
    await hall.ask(ann, 'check-in-ticket', { event_id: event.id, ticket_id: one.id });
    await hall.ask(bob, 'transfer-ticket', { ticket_id: two.id, to_user_id: eve.id });
    const cancel = (id: string, error: string) =>
      hall.expectRefused(bob, 'cancel-order', { order_id: order.id, ticket_ids: [id] }, 409, error);
    await cancel(one.id, 'Ticket is already checked in');
    await cancel(two.id, 'Ticket has been transferred');
    await hall.ask(bob, 'cancel-order', { order_id: order.id, ticket_ids: [three.id] });
    await hall.ask(ann, 'cancel-order', { order_id: order.id });
    expect([await hall.told(eve), await hall.seats(event)]).toEqual([
      ['ticket_received', 'order_cancelled'],
      [0, 0],
    ]);
  });
});

describe('a ticket', () => {
  it('is handed over with a new code, which only its new holder sees', async () => {
    await hall.bought(bob, type);
    const [mine] = await hall.mine(bob);
    const { ticket } = await hall.ask(bob, 'transfer-ticket', {
      ticket_id: mine.id,
      to_user_id: eve.id,
      attendee_name: 'Eve',
    });
    expect(ticket).toMatchObject({ owner_id: eve.id, attendee_name: 'Eve' });
    expect(ticket).not.toHaveProperty('code');
    const [theirs] = await hall.mine(eve);
    expect([theirs.code === mine.code, await hall.mine(bob), await hall.told(eve)]).toEqual([
      false,
      [],
      ['ticket_received'],
    ]);
    await hall.expectRefused(ann, 'check-in-ticket', { event_id: event.id, code: mine.code }, 404, 'Ticket not found');
    await hall.expectRefused(bob, 'transfer-ticket', { ticket_id: mine.id, attendee_name: 'Bo' }, 403, 'Forbidden');
    const { answers } = await hall.row('tickets', theirs);
    expect(answers).toEqual({});
  });

  it('keeps its code when only the name changes, and cannot be changed when it is used up', async () => {
    await hall.bought(bob, type, 2);
    const [one, two] = await hall.mine(bob);
    const named = await hall.ask(bob, 'transfer-ticket', {
      ticket_id: one.id,
      attendee_name: 'Bo',
      attendee_email: 'bo@example.com',
    });
    expect(named.ticket).toMatchObject({ code: one.code, attendee_name: 'Bo', attendee_email: 'bo@example.com' });
    await hall.expectRefused(bob, 'transfer-ticket', { ticket_id: one.id }, 400, 'Nothing to change');
    const stranger = { ticket_id: one.id, to_user_id: event.id };
    await hall.expectRefused(bob, 'transfer-ticket', stranger, 404, 'User not found');
    await hall.ask(ann, 'check-in-ticket', { event_id: event.id, code: one.code });
    const hand = (id: string, error: string) =>
      hall.expectRefused(bob, 'transfer-ticket', { ticket_id: id, to_user_id: eve.id }, 409, error);
    await hand(one.id, 'Ticket is already checked in');
    await hall.startsIn(event, -48);
    await hand(two.id, 'Event has ended');
    await hall.ask(ann, 'cancel-order', { order_id: two.order_id });
    await hand(two.id, 'Ticket is not valid');
  });

  it('is listed by when its event is, with what its holder needs', async () => {
    const online = await hall.event(ann, { format: 'online', online_url: 'https://meet.example/a' });
    await hall.startsIn(online.event, 1);
    await hall.book(bob, online.type);
    const { order } = await hall.bought(bob, type);
    const coming = await hall.mine(bob);
    expect(coming.map(({ online_url }) => online_url)).toEqual(['https://meet.example/a', null]);
    expect(coming[0]).toMatchObject({
      code: expect.any(String),
      qr_url: expect.stringMatching(/qr\.svg$/),
      ics_url: expect.stringMatching(/ticket\.ics$/),
      event: { id: online.event.id, title: 'Spring fair' },
    });
    await hall.startsIn(online.event, -48);
    expect([(await hall.mine(bob, 'past')).length, (await hall.mine(bob, 'all')).length]).toEqual([1, 2]);
    await hall.ask(ann, 'cancel-order', { order_id: order.id });
    expect(await hall.mine(bob)).toMatchObject([{ status: 'cancelled', qr_url: null, online_url: null }]);
    const seen = await hall.ask(eve, 'get-event', { event_id: online.event.id });
    expect([seen.event.online_url, seen.viewer]).toEqual([undefined, { ticket_count: 0, waitlist_entries: [] }]);
    const own = await hall.ask(bob, 'get-event', { event_id: online.event.id });
    expect([own.event.online_url, own.viewer.ticket_count]).toEqual(['https://meet.example/a', 1]);
  });
});
