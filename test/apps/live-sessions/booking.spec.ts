import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { at, daily, day, Studio } from './studio.js';

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

describe('a time that costs nothing', () => {
  it('is booked at once, and both sides are told', async () => {
    const offering = await studio.offering(ann, {
      questions: [
        { key: 'goal', label: 'Your goal', required: true },
        { key: 'more', label: 'Anything else', required: false },
      ],
    });
    const wish = { offering_id: offering.id, starts_at: at(3, '10:00') };
    const refuse = (answers: object | undefined, error: string) =>
      studio.expectRefused(bob, 'book-session', { ...wish, answers }, 400, error);
    await refuse(undefined, 'Answer required: Your goal');
    await refuse({ goal: ' ' }, 'Answer required: Your goal');
    const { body } = await studio.call(bob, 'book-session', { ...wish, answers: { other: 'x', goal: 'y' } });
    expect(body.error).toBe('Validation error');
    const answers = { goal: 'A better portfolio', more: '' };
    const { booking, session, ...rest } = await studio.book(bob, { ...wish, answers, timezone: 'Europe/Paris' });
    expect(rest).toEqual({});
    expect(booking).toMatchObject({
      owner_id: bob.id,
      host_id: ann.id,
      session_id: session.id,
      status: 'confirmed',
      price: 0,
      payment_id: null,
      answers: { goal: 'A better portfolio' },
      timezone: 'Europe/Paris',
      attendance: 'unknown',
      refund_due: 0,
    });
    expect(session).toMatchObject({ status: 'scheduled', starts_at: wish.starts_at, ends_at: at(3, '11:00') });
    for (const secret of ['calendar_token', 'request_key', 'join_url']) {
      expect(booking).not.toHaveProperty(secret);
      expect(session).not.toHaveProperty(secret);
    }
    expect([await studio.told(bob), await studio.told(ann)]).toEqual([['booked'], ['booked']]);
    await studio.expectRefused(
      await studio.person(),
      'book-session',
      { ...wish, answers },
      409,
      'That time was just taken',
    );
  });

  it('is the one of one caller, however many ask at once', async () => {
    const offering = await studio.offering(ann);
    const people = await studio.people(20);
    const wish = { offering_id: offering.id, starts_at: at(3, '10:00') };
    const answers = await atOnce(20, (n) => studio.call(people[n] as Account, 'book-session', wish));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'That time was just taken' }]);
    expect(
      await studio.rows('SELECT FROM ext_live_sessions.sessions WHERE offering_id = $1', offering.id),
    ).toHaveLength(1);
  });

  it('never overlaps another one, whatever is asked for at once', async () => {
    const offerings = [
      await studio.offering(ann, { slot_step_minutes: 15, buffer_after_minutes: 10 }),
      await studio.offering(ann, { duration_minutes: 30, slot_step_minutes: 15 }),
    ];
    const people = await studio.people(20);
    const clock = (n: number) => `1${Math.floor(n / 8)}:${['00', '15', '30', '45'][n % 4]}`;
    const answers = await atOnce(20, (n) =>
      studio.call(people[n] as Account, 'book-session', {
        offering_id: offerings[n % 2]?.id,
        starts_at: at(3, clock(n)),
      }),
    );
    for (const body of refusals(answers)) expect(body).toEqual({ error: 'That time was just taken' });
    const busy = await studio.rows(
      `SELECT a.id FROM ext_live_sessions.sessions a JOIN ext_live_sessions.sessions b
         ON a.owner_id = b.owner_id AND a.id <> b.id AND a.busy && b.busy WHERE a.owner_id = $1`,
      ann.id,
    );
    expect([busy, tally(answers)[200] ?? 0]).toEqual([[], expect.any(Number)]);
    expect(tally(answers)[200]).toBeGreaterThan(1);
  });

  it('is one of at most so many a day, also at once', async () => {
    const offering = await studio.offering(ann, { max_per_day: 2, duration_minutes: 15 });
    const people = await studio.people(10);
    const answers = await atOnce(10, (n) =>
      studio.call(people[n] as Account, 'book-session', {
        offering_id: offering.id,
        starts_at: at(3, `1${n % 5}:${n < 5 ? '00' : '30'}`),
      }),
    );
    expect(tally(answers)).toEqual({ 200: 2, 409: 8 });
    expect(refusals(answers)).toEqual([{ error: 'That time is not available' }]);
  });

  it('is refused to its host, and where the wish is unclear', async () => {
    const offering = await studio.offering(ann);
    const group = await studio.group(ann);
    const starts_at = at(3, '10:00');
    const time = { offering_id: offering.id, starts_at };
    await studio.expectRefused(ann, 'book-session', time, 400, 'You cannot book your own session');
    const unclear = 'Give offering_id and starts_at, or session_id';
    for (const wish of [
      {},
      { offering_id: offering.id },
      { starts_at },
      { ...time, session_id: randomUUID() },
      { offering_id: group.id, starts_at },
    ])
      await studio.expectRefused(bob, 'book-session', wish, 400, unclear);
    await studio.expectRefused(
      bob,
      'book-session',
      { offering_id: randomUUID(), starts_at },
      404,
      'Offering not found',
    );
    await studio.expectRefused(bob, 'book-session', { session_id: randomUUID() }, 404, 'Session not found');
    const { session } = await studio.time(bob, offering, starts_at);
    const eve = await studio.person();
    await studio.expectRefused(eve, 'book-session', { session_id: session.id }, 404, 'Session not found');
    await studio.ask(ann, 'update-offering', { offering_id: offering.id, status: 'archived' });
    await studio.expectRefused(bob, 'book-session', { ...time, starts_at: at(3, '12:00') }, 404, 'Offering not found');
  });

  it('gives the first answer to the same request key', async () => {
    const offering = await studio.offering(ann);
    const wish = { offering_id: offering.id, starts_at: at(3, '10:00'), request_key: 'one' };
    const answers = await atOnce(10, () => studio.call(bob, 'book-session', wish));
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(new Set(answers.map(({ body }) => body.booking.id)).size).toBe(1);
    const again = await studio.book(bob, { ...wish, starts_at: at(3, '12:00') });
    expect(again).toEqual(answers[0]?.body);
    expect(await studio.told(bob)).toEqual(['booked']);
    // The key is the caller's own.
    await studio.expectRefused(await studio.person(), 'book-session', wish, 409, 'That time was just taken');
  });
});

describe('a seat of a group', () => {
  it('goes to as many as there are seats, however many ask at once', async () => {
    const session = await studio.session(ann, { seats: 3 });
    const people = await studio.people(20);
    const answers = await atOnce(20, (n) =>
      studio.call(people[n] as Account, 'book-session', { session_id: session.id }),
    );
    expect(tally(answers)).toEqual({ 200: 3, 409: 17 });
    expect(refusals(answers)).toEqual([{ error: 'Session is full' }]);
    expect(await studio.row('sessions', session.id)).toMatchObject({ booked: 3, held: 0 });
  });

  it('is one for each participant, also at once', async () => {
    const session = await studio.session(ann, { seats: 10 });
    const answers = await atOnce(10, () => studio.call(bob, 'book-session', { session_id: session.id }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
    expect(refusals(answers)).toEqual([{ error: 'Already booked' }]);
    expect((await studio.row('sessions', session.id)).booked).toBe(1);
  });

  it('cannot be had once the session has begun, or is cancelled', async () => {
    const closed = (session: { id: string }) =>
      studio.expectRefused(bob, 'book-session', { session_id: session.id }, 409, 'Booking is closed');
    const [begun, cancelled] = [await studio.session(ann), await studio.session(ann, { starts_at: at(6, '12:00') })];
    await studio.startsIn(begun, -1);
    await closed(begun);
    await studio.ask(ann, 'cancel-session', { session_id: cancelled.id });
    await closed(cancelled);
  });

  it('is cancelled, moved and booked at once without a seat lost', async () => {
    const first = await studio.session(ann, { seats: 5 });
    const { offering_id } = first;
    const [second] = (await studio.ask(ann, 'schedule-session', { offering_id, starts_at: at(6, '12:00') })).sessions;
    const people = await studio.people(8);
    const seats = await Promise.all(people.slice(0, 4).map((who, n) => studio.seat(who, n % 2 ? first : second)));
    const answers = await atOnce(16, (n) => {
      const who = people[n % 8] as Account;
      if (n >= 8) return studio.call(who, 'book-session', { session_id: n % 2 ? first.id : second.id });
      const booking_id = seats[n % 4]?.booking.id;
      const to = n % 2 ? second.id : first.id;
      if (n < 4) return studio.call(who, 'reschedule-booking', { booking_id, session_id: to });
      return studio.call(people[n % 4] as Account, 'cancel-booking', { booking_id });
    });
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await studio.expectSound();
  });
});

describe('bookings', () => {
  it('are listed to their participant and to their host', async () => {
    await ann.client.patch('/v1/users/me', { username: `host_${Date.now()}` }).expect(200);
    const offering = await studio.offering(ann);
    const later = await studio.time(bob, offering, at(4, '10:00'));
    const sooner = await studio.time(bob, offering, at(3, '10:00'));
    const past = await studio.time(bob, offering, at(3, '12:00'));
    await studio.startsIn(past.session, -600);
    const ids = async (who: Account, more: object = {}) =>
      (await studio.ask(who, 'list-bookings', more)).bookings.map(({ id }: any) => id);
    const [one, two, old] = [sooner.booking.id, later.booking.id, past.booking.id];
    expect(await ids(bob)).toEqual([one, two]);
    expect(await ids(bob, { from: day(-2) })).toEqual([two, one, old]);
    expect(await ids(bob, { from: day(-2), to: day(0) })).toEqual([old]);
    expect(await ids(bob, { from: day(4) })).toEqual([two]);
    expect(await ids(bob, { session_id: past.session.id })).toEqual([old]);
    expect(await ids(bob, { status: 'cancelled' })).toEqual([]);
    expect(await ids(ann)).toEqual([]);
    expect(await ids(ann, { role: 'host', offering_id: offering.id })).toEqual([one, two]);
    expect(await ids(bob, { role: 'host' })).toEqual([]);
    const page = await studio.ask(bob, 'list-bookings', { limit: 1 });
    expect(page.bookings[0]).toMatchObject({
      session: { title: 'Portfolio review', starts_at: at(3, '10:00') },
      ics_url: expect.stringContaining('/public/bookings/'),
      recording_url: null,
    });
    expect(await ids(bob, { limit: 1, cursor: page.next_cursor })).toEqual([two]);
    const [hosted] = (await studio.ask(ann, 'list-bookings', { role: 'host' })).bookings;
    expect(hosted.participant).toEqual({ id: bob.id, username: null });
    for (const secret of ['ics_url', 'checkout_url', 'calendar_token']) expect(hosted).not.toHaveProperty(secret);
  });

  it('need the app, and an account', async () => {
    const offering = await studio.offering(ann);
    const stranger = await studio.service.account();
    const wish = { offering_id: offering.id, starts_at: at(3, '10:00'), ...PAGES };
    await studio.expectRefused(stranger, 'book-session', wish, 403, 'App not installed');
    await studio.expectRefused(studio.nobody(), 'book-session', wish, 401, 'Not authenticated');
  });

  it('keep their price and their length when the offering changes', async () => {
    const offering = await studio.offering(ann);
    const { session } = await studio.time(bob, offering, at(3, '10:00'));
    await studio.ask(ann, 'update-offering', { offering_id: offering.id, duration_minutes: 120, price: 50 });
    expect(await studio.row('sessions', session.id)).toMatchObject({ ends_at: new Date(at(3, '11:00')) });
    await studio.ask(ann, 'set-availability', { weekly: daily(['09:00', '12:00']) });
    expect(await studio.free(offering, day(3))).toEqual([]);
    expect(await studio.free(offering, day(4))).toEqual(['09:00', '10:00']);
  });
});
