import { waitingSessions } from '../../support/lock-waits.js';
import { type Account, eventually } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { at, Studio } from './studio.js';

let studio: Studio;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  studio = await Studio.start();
});
beforeEach(async () => {
  [ann, bob] = [await studio.seller(), await studio.person()];
});
afterEach(() => studio.expectSound());
afterAll(() => studio.stop());

describe('a booking that is to be paid', () => {
  it('is refused for its missing pages before its time is looked at', async () => {
    const offering = await studio.offering(ann, { price: 20 });
    const wanted = { offering_id: offering.id, starts_at: at(3, '03:00') };
    const missing = 'success_url and cancel_url are required';
    await studio.expectRefused(bob, 'book-session', { ...wanted, success_url: PAGES.success_url }, 400, missing);
    await studio.expectRefused(bob, 'book-session', { ...wanted, ...PAGES }, 409, 'That time is not available');
  });
});

describe('who comes to a session', () => {
  it('is told that it was cancelled, also once their money is back', async () => {
    const session = await studio.session(ann, { price: 20 });
    const { payment_id } = await studio.seat(bob, session);
    await studio.ask(ann, 'cancel-session', { session_id: session.id });
    await studio.startRefunds();
    await studio.refund(payment_id, 2000);
    await studio.expectRefused(bob, 'join-session', { session_id: session.id }, 409, 'Session was cancelled');
  });

  it('is counted only where there is a link', async () => {
    const session = await studio.session(ann);
    const { booking } = await studio.seat(bob, session);
    await studio.startsIn(session, 10);
    const { calendar_token } = await studio.row('bookings', booking.id);
    const page = await studio.open(`join/${calendar_token}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('has not set the join link')]);
    expect((await studio.row('bookings', booking.id)).joined_at).toBeNull();
  });
});

describe('an archived offering', () => {
  it('is not found by who would book one of its sessions', async () => {
    const session = await studio.session(ann);
    await studio.ask(ann, 'update-offering', { offering_id: session.offering_id, status: 'archived' });
    await studio.expectRefused(bob, 'book-session', { session_id: session.id }, 404, 'Offering not found');
    const { sessions } = await studio.ask(ann, 'list-sessions');
    expect(sessions.map(({ id, status }: any) => [id, status])).toEqual([[session.id, 'scheduled']]);
  });
});

describe('the calendar file of a booking', () => {
  it('counts on when the booking goes to another session', async () => {
    const offering = await studio.group(ann);
    const wanted = { offering_id: offering.id, starts_at: at(5, '12:00'), repeat_weeks: 2 };
    const [one, other] = (await studio.ask(ann, 'schedule-session', wanted)).sessions;
    const { booking } = await studio.seat(bob, one);
    for (const clock of ['13:00', '14:00'])
      await studio.ask(ann, 'update-session', { session_id: one.id, starts_at: at(5, clock) });
    const { calendar_token } = await studio.row('bookings', booking.id);
    const sequence = async () => {
      const file = await (await studio.open(`bookings/${calendar_token}.ics`)).text();
      return Number(/^SEQUENCE:(\d+)\r$/m.exec(file)?.[1]);
    };
    const go = (session_id: string) => studio.ask(bob, 'reschedule-booking', { booking_id: booking.id, session_id });
    expect(await sequence()).toBe(2);
    await go(other.id);
    expect(await sequence()).toBe(3);
    await studio.ask(ann, 'update-session', { session_id: other.id, starts_at: at(12, '15:00') });
    expect(await sequence()).toBe(4);
    await go(one.id);
    expect(await sequence()).toBe(5);
    await studio.ask(bob, 'cancel-booking', { booking_id: booking.id });
    expect(await sequence()).toBe(6);
  });
});

describe('a session that ended before its start', () => {
  it('is neither given up nor moved any more', async () => {
    const offering = await studio.offering(ann, { join_url: 'https://meet.example/a' });
    const { booking, session } = await studio.time(bob, offering, at(3, '10:00'));
    await studio.startsIn(session, 30);
    await studio.ask(ann, 'join-session', { session_id: session.id });
    await studio.ask(ann, 'end-session', { session_id: session.id });
    const about = { booking_id: booking.id };
    const move = { ...about, starts_at: at(4, '10:00') };
    await studio.expectRefused(bob, 'cancel-booking', about, 409, 'Cancellation is no longer possible');
    await studio.expectRefused(bob, 'reschedule-booking', move, 409, 'Rescheduling is no longer possible');
    expect((await studio.row('sessions', session.id)).status).toBe('ended');
  });
});

describe('the calendar file of a past session', () => {
  it('stays as it was when the money goes back', async () => {
    const session = await studio.session(ann, { price: 20 });
    const { booking, payment_id } = await studio.seat(bob, session);
    await studio.startsIn(session, -10);
    await studio.ask(ann, 'end-session', { session_id: session.id });
    await studio.refund(payment_id, 2000);
    expect((await studio.row('bookings', booking.id)).status).toBe('refunded');
    const { calendar_token } = await studio.row('bookings', booking.id);
    const file = await (await studio.open(`bookings/${calendar_token}.ics`)).text();
    expect(file).toMatch(/SEQUENCE:0\r\nSTATUS:CONFIRMED/);
  });
});

describe('a booking that is moved twice at once', () => {
  it('goes where it was moved last', async () => {
    const offering = await studio.group(ann);
    const wanted = { offering_id: offering.id, starts_at: at(5, '12:00'), repeat_weeks: 3 };
    const [first, ...others] = (await studio.ask(ann, 'schedule-session', wanted)).sessions;
    const { booking } = await studio.seat(bob, first);
    const moves = others.map(({ id }: any) =>
      studio.ask(bob, 'reschedule-booking', { booking_id: booking.id, session_id: id }),
    );
    const places = (await Promise.all(moves)).map((moved) => moved.booking.session_id);
    expect(places.toSorted()).toEqual(others.map(({ id }: any) => id).toSorted());
    expect(await studio.row('bookings', booking.id)).toMatchObject({ status: 'confirmed', moves: 2 });
  });
});

describe('a join link in another script', () => {
  it('is one that a header can hold', async () => {
    const session = await studio.session(ann, { join_url: 'https://meet.example/會議?topic=ä%20b' });
    const { booking } = await studio.seat(bob, session);
    await studio.startsIn(session, 10);
    const { calendar_token } = await studio.row('bookings', booking.id);
    const { status, headers } = await studio.open(`join/${calendar_token}`);
    expect([status, headers.get('location')]).toEqual([
      302,
      'https://meet.example/%E6%9C%83%E8%AD%B0?topic=%C3%A4%20b',
    ]);
  });
});

describe('a host whose account is being deleted', () => {
  it('is waited for before the session is locked, which the deletion needs next', async () => {
    const session = await studio.session(ann, { seats: 2, starts_at: at(3, '12:00') });
    const deletion = await studio.service.database.connect();
    await deletion.query('BEGIN');
    await deletion.query('SELECT FROM account.users WHERE id = $1 FOR UPDATE', [ann.id]);
    const booking = studio.call(bob, 'book-session', { session_id: session.id });
    await Promise.all([
      booking.expect(200),
      (async () => {
        await eventually(async () => expect(await studio.rows(waitingSessions())).toHaveLength(1));
        const lock = 'SELECT id FROM ext_live_sessions.sessions WHERE id = $1 FOR UPDATE NOWAIT';
        expect((await deletion.query(lock, [session.id])).rows).toEqual([{ id: session.id }]);
        await deletion.query('ROLLBACK');
        deletion.release();
      })(),
    ]);
  });
});
