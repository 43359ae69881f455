import { atOnce, refusals, tally } from '../../account/at-once.js';
import { completed } from '../../payments/webhook.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { at, day, Studio } from './studio.js';

let studio: Studio;
let ann: Account;
let bob: Account;
let offering: any;
beforeAll(async () => {
  studio = await Studio.start();
});
beforeEach(async () => {
  [ann, bob] = [await studio.seller(), await studio.person()];
  offering = await studio.offering(ann, { price: 40 });
});
afterEach(() => studio.expectSound());
afterAll(() => studio.stop());

const ten = () => ({ offering_id: offering.id, starts_at: at(3, '10:00') });
const booking = ({ booking: { id } }: any) => studio.row('bookings', id);
const session = ({ booking: { session_id } }: any) => studio.row('sessions', session_id);

describe('a time that costs something', () => {
  it('is held while it is paid, and shown to nobody else', async () => {
    await studio.expectRefused(bob, 'book-session', ten(), 400, 'success_url and cancel_url are required');
    const held = await studio.book(bob, ten());
    expect(held).toEqual({
      booking: expect.objectContaining({ status: 'held', price: 40, currency: 'usd', payment_id: held.payment_id }),
      checkout_url: expect.stringMatching(/^http/),
      payment_id: expect.any(String),
    });
    const left = Date.parse(held.booking.hold_expires_at) - Date.now();
    expect([left > 29 * 60_000, left <= 30 * 60_000]).toEqual([true, true]);
    expect(await session(held)).toMatchObject({ status: 'held', held: 1, booked: 0 });
    expect(await studio.free(offering, day(3))).not.toContain('10:00');
    const eve = await studio.person();
    await studio.expectRefused(eve, 'book-session', { ...ten(), ...PAGES }, 409, 'That time was just taken');
    expect(await studio.told(bob)).toEqual([]);
    const [listed] = (await studio.ask(bob, 'list-bookings')).bookings;
    expect(listed.checkout_url).toBe(held.checkout_url);
    expect(await studio.payment(held.payment_id)).toMatchObject({
      amount: '4000',
      seller_id: ann.id,
      buyer_id: bob.id,
    });
  });

  it('is confirmed by its payment, once', async () => {
    const held = await studio.book(bob, ten());
    const paid = completed(await studio.payment(held.payment_id));
    expect(tally(await atOnce(10, () => studio.webhook.send(paid)))).toEqual({ 200: 10 });
    const admin = await studio.service.admin();
    const { payment_id } = held;
    expect(await studio.ask(admin, 'payment-succeeded', { payment_id })).toEqual({ fulfilled: true });
    expect(await booking(held)).toMatchObject({ status: 'confirmed', paid_at: expect.any(Date) });
    expect(await session(held)).toMatchObject({ status: 'scheduled', held: 0, booked: 1 });
    expect([await studio.told(bob), await studio.told(ann)]).toEqual([['booked'], ['booked']]);
  });

  it('goes to one of twenty, and to nobody else for money', async () => {
    const people = await studio.people(20);
    const answers = await atOnce(20, (n) => studio.call(people[n] as Account, 'book-session', { ...ten(), ...PAGES }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'That time was just taken' }]);
  });

  it('is free again when its time runs out, and is taken again by a late payment', async () => {
    await studio.set(ann, { hold_minutes: 60 });
    const held = await studio.book(bob, ten());
    expect(Date.parse(held.booking.hold_expires_at) - Date.now()).toBeGreaterThan(59 * 60_000);
    await studio.expireHolds();
    await studio.expireHolds();
    expect([(await booking(held)).status, (await session(held)).status]).toEqual(['expired', 'released']);
    expect(await studio.free(offering, day(3))).toContain('10:00');
    await studio.paid(held.payment_id);
    expect(await booking(held)).toMatchObject({ status: 'confirmed' });
    expect(await session(held)).toMatchObject({ status: 'scheduled', booked: 1 });
    expect(await studio.free(offering, day(3))).not.toContain('10:00');
  });

  it('that others took meanwhile is refunded to who paid late', async () => {
    const held = await studio.book(bob, ten());
    await studio.expireHolds();
    const eve = await studio.person();
    await studio.time(eve, offering, ten().starts_at);
    await studio.paid(held.payment_id);
    expect(await booking(held)).toMatchObject({ status: 'cancelled', cancelled_by: 'system', refund_due_minor: 4000 });
    expect(await studio.told(bob)).toEqual(['booking_unfulfilled']);
    expect(await studio.told(ann)).toEqual(['booked', 'booking_unfulfilled']);
    const admin = await studio.service.admin();
    await studio.ask(admin, 'payment-succeeded', { payment_id: held.payment_id });
    expect(await studio.told(bob)).toEqual(['booking_unfulfilled']);
    const owed = await studio.ask(ann, 'list-bookings', { role: 'host', refund_due: true });
    expect(owed.bookings.map(({ id, refund_due }: any) => [id, refund_due])).toEqual([[held.booking.id, 40]]);
    await studio.refund(held.payment_id, 4000);
    expect(await booking(held)).toMatchObject({ status: 'refunded', refund_due_minor: 0, refunded_minor: 4000 });
  });

  it('that six pay late for is given to one of them', async () => {
    const people = await studio.people(6);
    const late: any[] = [];
    for (const who of people) {
      late.push(await studio.book(who, ten()));
      await studio.expireHolds();
    }
    await atOnce(6, (n) => studio.paid(late[n].payment_id));
    const states = (await Promise.all(late.map(booking))).map(({ status }) => status).toSorted();
    expect(states).toEqual([...Array(5).fill('cancelled'), 'confirmed']);
  });

  it('is refunded where the participant gave it up before they paid', async () => {
    const held = await studio.book(bob, ten());
    await studio.ask(bob, 'cancel-booking', { booking_id: held.booking.id });
    expect(await session(held)).toMatchObject({ status: 'released', held: 0 });
    expect(await booking(held)).toMatchObject({ status: 'cancelled', refund_due_minor: 0 });
    await studio.paid(held.payment_id);
    expect(await booking(held)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'participant',
      refund_due_minor: 4000,
    });
    expect(await studio.told(bob)).toEqual(['booking_unfulfilled']);
  });

  it('books nothing for a payment of another amount', async () => {
    const held = await studio.book(bob, ten());
    await studio.rows('UPDATE ext_live_sessions.bookings SET price_minor = 5000 WHERE id = $1', held.booking.id);
    await studio.paid(held.payment_id);
    expect(await booking(held)).toMatchObject({ status: 'cancelled', refund_due_minor: 5000 });
    expect((await session(held)).status).toBe('released');
  });
});

describe('the processor', () => {
  it('that is away leaves nothing behind, and the same call works later', async () => {
    await studio.shop.processor.outage({ calls: 100 });
    const wish = { ...ten(), ...PAGES, request_key: 'again' };
    const who = { client: bob.client.with({ 'idempotency-key': 'the-same-call' }) };
    await studio.expectRefused(who, 'book-session', wish, 502, 'Payment processor unavailable');
    expect(await studio.rows('SELECT FROM ext_live_sessions.bookings WHERE owner_id = $1', bob.id)).toEqual([]);
    expect(await studio.free(offering, day(3))).toContain('10:00');
    await studio.shop.restore();
    const held = await studio.ask(who, 'book-session', wish);
    expect((await studio.book(bob, wish)).checkout_url).toBe(held.checkout_url);
    await studio.paid(held.payment_id);
    expect(await booking(held)).toMatchObject({ status: 'confirmed' });
  });

  it('opens the page of a booking whose first attempt died', async () => {
    const wish = { ...ten(), request_key: 'died' };
    const first = await studio.book(bob, wish);
    await studio.rows('UPDATE ext_live_sessions.bookings SET checkout_url = NULL WHERE id = $1', first.booking.id);
    const second = await studio.book(bob, wish);
    expect([second.booking.id, second.payment_id]).toEqual([first.booking.id, first.payment_id]);
    await studio.rows('UPDATE ext_live_sessions.bookings SET checkout_url = NULL WHERE id = $1', first.booking.id);
    await studio.expireHolds();
    const third = await studio.book(bob, wish);
    expect(third.booking).toMatchObject({ status: 'held' });
    expect(third.booking.id).not.toBe(first.booking.id);
  });

  it('is not asked for more than three unpaid bookings with one host', async () => {
    const starts = ['09:00', '10:00', '11:00', '12:00', '13:00'].map((clock) => at(3, clock));
    const answers = await atOnce(5, (n) =>
      studio.call(bob, 'book-session', { offering_id: offering.id, starts_at: starts[n], ...PAGES }),
    );
    expect(tally(answers)).toEqual({ 200: 3, 409: 2 });
    expect(refusals(answers)).toEqual([{ error: 'Too many unpaid bookings' }]);
    const other = await studio.offering(await studio.seller(), { price: 5 });
    await studio.book(bob, { offering_id: other.id, starts_at: at(3, '10:00') });
    await studio.expireHolds();
    await studio.book(bob, ten());
  });

  it('is not asked where the host cannot be paid', async () => {
    const poor = await studio.offering(await studio.host(), { price: 5 });
    const wish = { offering_id: poor.id, starts_at: at(3, '10:00'), ...PAGES };
    const error = 'Seller does not have a connected processor account';
    await studio.expectRefused(bob, 'book-session', wish, 400, error);
    expect(await studio.free(poor, day(3))).toContain('10:00');
  });
});

describe('a paid seat of a group', () => {
  it('is held, and the last one goes to one of twenty', async () => {
    const group = await studio.session(ann, { price: 15, seats: 1 });
    const people = await studio.people(20);
    const wish = { session_id: group.id, ...PAGES };
    const answers = await atOnce(20, (n) => studio.call(people[n] as Account, 'book-session', wish));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Session is full' }]);
    expect(await studio.row('sessions', group.id)).toMatchObject({ status: 'scheduled', held: 1, booked: 0 });
    const body = answers.find(({ status }) => status === 200)?.body;
    await studio.expireHolds();
    expect(await studio.row('sessions', group.id)).toMatchObject({ status: 'scheduled', held: 0 });
    await studio.seat(bob, group);
    await studio.paid(body.payment_id);
    expect((await booking(body)).status).toBe('cancelled');
    expect(await studio.row('sessions', group.id)).toMatchObject({ held: 0, booked: 1 });
  });

  it('that is paid twice by one participant is refunded once', async () => {
    const group = await studio.session(ann, { price: 15 });
    const first = await studio.book(bob, { session_id: group.id });
    await studio.expireHolds();
    const second = await studio.book(bob, { session_id: group.id });
    await studio.paid(first.payment_id);
    expect((await booking(first)).status).toBe('cancelled');
    await studio.paid(second.payment_id);
    expect((await booking(second)).status).toBe('confirmed');
  });
});

describe('a refund', () => {
  it('in part adds up, and of the whole frees the time', async () => {
    const held = await studio.time(bob, offering, ten().starts_at);
    await studio.refund(held.payment_id, 1500);
    expect(await booking(held)).toMatchObject({ status: 'confirmed', refunded_minor: 1500, refund_due_minor: 0 });
    await studio.refund(held.payment_id, 1000);
    expect(await booking(held)).toMatchObject({ refunded_minor: 1500 });
    await studio.refund(held.payment_id, 4000);
    await studio.refund(held.payment_id, 4000);
    expect(await booking(held)).toMatchObject({ status: 'refunded', refunded_minor: 4000 });
    expect(await session(held)).toMatchObject({ status: 'cancelled', booked: 0, calendar_sequence: 1 });
    expect(await studio.told(bob)).toEqual(['booked', 'refunded']);
    expect(await studio.free(offering, day(3))).toContain('10:00');
  });

  it('of a past session keeps the attendance', async () => {
    const held = await studio.time(bob, offering, ten().starts_at);
    const group = { id: held.booking.session_id };
    await studio.startsIn(group, -120);
    const given = [{ booking_id: held.booking.id, attended: true }];
    await studio.ask(ann, 'end-session', { session_id: group.id, attendance: given });
    await studio.refund(held.payment_id, 4000);
    expect(await booking(held)).toMatchObject({ status: 'refunded', attendance: 'attended' });
    expect(await session(held)).toMatchObject({ status: 'ended', booked: 1 });
  });

  it('of what a cancelled booking is owed is started once, and made by the processor', async () => {
    const held = await studio.book(bob, ten());
    await studio.shop.processor.pay(held.checkout_url);
    await studio.shop.completed(held.checkout_url);
    await studio.ask(bob, 'cancel-booking', { booking_id: held.booking.id });
    await studio.startRefunds();
    await studio.startRefunds();
    await studio.service.jobsDone();
    const made = await studio.shop.refundsMade(held.payment_id);
    expect(made.map(({ amount }) => amount)).toEqual([4000]);
    await studio.shop.restore();
  });
});
