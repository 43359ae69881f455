import { randomUUID } from 'node:crypto';
import { EndSessions } from '../../../src/apps/live-sessions/jobs/end-sessions.job.js';
import { SendReminders } from '../../../src/apps/live-sessions/jobs/send-reminders.job.js';
import { LiveSessionsService } from '../../../src/apps/live-sessions/live-sessions.service.js';
import { remindingOf } from '../../../src/apps/live-sessions/sessions/reminders.policy.js';
import type { Account } from '../../support/service.js';
import { at, day, MINUTE, Studio } from './studio.js';

let studio: Studio;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  studio = await Studio.start();
});
beforeEach(async () => {
  [ann, bob] = [await studio.host(), await studio.person()];
});
afterEach(() => studio.expectSound());
afterAll(() => studio.stop());

const leave = ({ client }: Account) => client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
const reminders = async (who: Account) => (await studio.told(who)).filter((type) => type === 'reminder').length;

describe('reminders', () => {
  it('are sent once for each mark of a start, to the host and to who has booked', async () => {
    const session = await studio.session(ann);
    await studio.seat(bob, session);
    await studio.run(SendReminders);
    expect([await reminders(ann), await reminders(bob)]).toEqual([0, 0]);
    await studio.startsIn(session, 1430);
    for (let times = 0; times < 2; times++) await studio.run(SendReminders);
    expect([await reminders(ann), await reminders(bob)]).toEqual([1, 1]);
    await studio.startsIn(session, 14);
    for (let times = 0; times < 2; times++) await studio.run(SendReminders);
    expect([await reminders(ann), await reminders(bob)]).toEqual([2, 2]);
  });

  it('are armed again by another start', async () => {
    const session = await studio.session(ann);
    await studio.startsIn(session, 1430);
    await studio.run(SendReminders);
    await studio.ask(ann, 'update-session', { session_id: session.id, starts_at: at(9, '12:00') });
    await studio.startsIn(session, 1430);
    await studio.run(SendReminders);
    expect(await reminders(ann)).toBe(2);
  });

  it('of marks that are over when the session is made are not sent', () => {
    const now = Date.UTC(2030, 0, 1);
    const made = { remind_at: new Date(now), alerts_sent: [], starts_at: new Date(now + 60 * MINUTE) };
    const first = remindingOf(made, [1440, 15], now + MINUTE);
    expect(first).toMatchObject({ mark: undefined, sent: [1440] });
    expect(+(first.next as Date)).toBe(now + 45 * MINUTE);
    const second = { ...made, remind_at: first.next, alerts_sent: [1440] };
    expect(remindingOf(second, [1440, 15], now + 46 * MINUTE)).toMatchObject({ mark: 15, sent: [15] });
    expect(remindingOf(made, [15], now + 90 * MINUTE).next).toBeNull();
  });
});

describe('a session that nobody ends', () => {
  it('ends an hour later; where the host never came, nobody stayed away', async () => {
    const [held, missed] = [await studio.session(ann), await studio.session(ann, { starts_at: at(6, '12:00') })];
    for (const session of [held, missed]) await studio.seat(bob, session);
    await studio.rows(
      `UPDATE ext_live_sessions.sessions SET status = 'live', started_at = now() WHERE id = $1`,
      held.id,
    );
    await studio.startsIn(held, -110);
    await studio.startsIn(missed, -200);
    await studio.run(EndSessions);
    expect((await studio.row('sessions', held.id)).status).toBe('live');
    await studio.startsIn(held, -121);
    for (let times = 0; times < 2; times++) await studio.run(EndSessions);
    const [one, other] = [await studio.row('sessions', held.id), await studio.row('sessions', missed.id)];
    expect([one.status, other.status, other.started_at]).toEqual(['ended', 'ended', null]);
    const { bookings } = await studio.ask(ann, 'list-bookings', { role: 'host', from: day(-2), to: day(1) });
    expect(bookings.map(({ attendance }: any) => attendance).toSorted()).toEqual(['no_show', 'unknown']);
  });
});

describe('public addresses', () => {
  it('give a calendar file that follows the session, without its link', async () => {
    const session = await studio.session(ann, { join_url: 'https://meet.example/secret' });
    await studio.seat(bob, session);
    const [{ ics_url }] = (await studio.ask(bob, 'list-bookings')).bookings;
    const file = async () => (await studio.open(ics_url)).text();
    expect(await file()).toMatch(/SEQUENCE:0\r\nSTATUS:CONFIRMED\r\nSUMMARY:Open class\r\n/);
    expect(await file()).not.toContain('secret');
    await studio.ask(ann, 'update-session', { session_id: session.id, starts_at: at(6, '13:00') });
    expect(await file()).toMatch(/SEQUENCE:1\r\nSTATUS:CONFIRMED/);
    await studio.ask(ann, 'cancel-session', { session_id: session.id });
    expect(await file()).toMatch(/SEQUENCE:2\r\nSTATUS:CANCELLED/);
  });

  it('lead to the session in its time, and count who comes', async () => {
    const session = await studio.session(ann, { join_url: 'https://meet.example/a' });
    const { booking } = await studio.seat(bob, session);
    const { calendar_token } = await studio.row('bookings', booking.id);
    const page = await studio.open(`join/${calendar_token}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('You can join from');
    await studio.startsIn(session, 10);
    expect((await studio.open(`join/${calendar_token}`, 'HEAD')).status).toBe(302);
    expect((await studio.row('bookings', booking.id)).joined_at).toBeNull();
    const opened = await studio.open(`join/${calendar_token}`);
    expect([opened.status, opened.headers.get('location')]).toEqual([302, 'https://meet.example/a']);
    expect((await studio.row('bookings', booking.id)).joined_at).not.toBeNull();
    await studio.ask(ann, 'cancel-booking', { booking_id: booking.id });
    for (const path of [`join/${calendar_token}`, `join/${'0'.repeat(32)}`, 'join/x', 'bookings/x.ics'])
      expect((await studio.open(path)).status).toBe(404);
  });

  it('show the calendar of the host until their token changes', async () => {
    await studio.session(ann);
    const { availability } = await studio.ask(ann, 'get-availability');
    expect(await (await studio.open(availability.feed_url)).text()).toContain('SUMMARY:Open class');
    const rotated = await studio.ask(ann, 'set-availability', { rotate_feed: true });
    expect((await studio.open(availability.feed_url)).status).toBe(404);
    expect((await studio.open(rotated.availability.feed_url)).status).toBe(200);
  });
});

describe('figures and copies', () => {
  it('are those of the sessions that the caller hosts', async () => {
    const seller = await studio.seller();
    const session = await studio.session(seller, { price: 20, seats: 4 });
    const { payment_id } = await studio.seat(bob, session);
    const given_up = await studio.seat(await studio.person(), session);
    await studio.ask(seller, 'cancel-booking', { booking_id: given_up.booking.id });
    await studio.refund(payment_id, 500);
    await studio.startsIn(session, -90);
    await studio.rows(
      `UPDATE ext_live_sessions.sessions SET status = 'ended', started_at = starts_at, ended_at = ends_at WHERE id = $1`,
      session.id,
    );
    await studio.rows(`UPDATE ext_live_sessions.bookings SET attendance = 'attended' WHERE owner_id = $1`, bob.id);
    const { stats } = await studio.ask(seller, 'stats', { from: day(-2), to: day(1) });
    expect(stats).toMatchObject({
      sessions_held: 1,
      hours_hosted: 1,
      sessions_upcoming: 0,
      bookings_confirmed: 2,
      seat_fill_rate: 0.25,
      attendance_rate: 1,
      no_shows: 0,
      cancellations: { by_participant: 0, by_host: 1 },
      revenue: { usd: { gross: 40, refunded: 5, net: 35 } },
      refunds_due: { usd: 20 },
    });
    expect((await studio.ask(bob, 'stats', {})).stats).toMatchObject({ sessions_held: 0, revenue: {} });
  });

  it('of a participant have their own bookings alone', async () => {
    const session = await studio.session(ann);
    await studio.seat(bob, session);
    await studio.seat(await studio.person(), session);
    const mine = (await studio.ask(bob, 'export')).export;
    expect(mine.bookings).toHaveLength(1);
    expect(mine.sessions).toEqual([]);
    const hosts = (await studio.ask(ann, 'export')).export;
    expect(hosts.bookings).toHaveLength(2);
    expect(hosts.bookings[0]).not.toHaveProperty('calendar_token');
  });

  it('are described to other apps, by one query', async () => {
    const session = await studio.session(ann);
    const service = studio.service.app.get(LiveSessionsService, { strict: false });
    const described = await service.describe([session.id, randomUUID()]);
    expect(described).toEqual([{ id: session.id, owner_id: ann.id, title: 'Open class' }]);
  });
});

describe('a deleted account', () => {
  it('of a host ends what is to come, and gives the money back', async () => {
    const seller = await studio.seller();
    const session = await studio.session(seller, { price: 20 });
    const { booking, payment_id } = await studio.seat(bob, session);
    await leave(seller);
    expect(await studio.row('sessions', session.id)).toMatchObject({ status: 'cancelled', owner_id: null });
    expect(await studio.row('bookings', booking.id)).toMatchObject({ status: 'cancelled', host_id: null });
    await studio.service.jobsDone();
    expect(await studio.rows('SELECT FROM payments.refunds WHERE payment_id = $1', payment_id)).toHaveLength(1);
    expect((await studio.ask(bob, 'list-bookings', { session_id: session.id })).bookings).toHaveLength(1);
    await studio.expectRefused(bob, 'book-session', { session_id: session.id }, 409, 'Booking is closed');
  });

  it('of a participant frees the seat', async () => {
    const session = await studio.session(ann, { seats: 1 });
    await studio.seat(bob, session);
    await leave(bob);
    await studio.seat(await studio.person(), session);
    expect((await studio.row('sessions', session.id)).booked).toBe(1);
  });
});
