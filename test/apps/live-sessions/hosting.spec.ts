import { atOnce, tally } from '../../account/at-once.js';
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

const OVER = 'Session is over';

describe('a group session', () => {
  it('is scheduled weekly, at the same time on the clock of the host', async () => {
    await studio.ask(ann, 'set-availability', { timezone: 'Europe/Berlin' });
    const { id: offering_id } = await studio.group(ann);
    const year = new Date().getUTCFullYear() + 1;
    const starts_at = `${year}-03-15T09:00:00.000Z`;
    const { sessions } = await studio.ask(ann, 'schedule-session', { offering_id, starts_at, repeat_weeks: 4 });
    // Berlin changes its clocks on the last Sunday of March.
    const hours = sessions.map((one: any) => one.starts_at.slice(11, 16));
    expect(hours.slice(0, 2)).toEqual(['09:00', '09:00']);
    expect(hours[3]).toBe('08:00');
    expect(new Set(sessions.map(({ series_id }: any) => series_id)).size).toBe(1);
    expect(sessions[0]).toMatchObject({ title: 'Open class', kind: 'group', seats: 3, status: 'scheduled' });
    expect(sessions[0]).not.toHaveProperty('join_url');
  });

  it('is scheduled on all of its dates or on none', async () => {
    const { id: offering_id } = await studio.group(ann);
    const second = at(12, '12:00');
    await studio.ask(ann, 'schedule-session', { offering_id, starts_at: second });
    const series = { offering_id, starts_at: at(5, '12:00'), repeat_weeks: 3 };
    await studio.expectRefused(ann, 'schedule-session', series, 409, `You already have a session then: ${second}`);
    const { sessions } = await studio.ask(ann, 'list-sessions');
    expect(sessions.map(({ starts_at }: any) => starts_at)).toEqual([second]);
  });

  it('is refused in the past, for one-to-one offerings, and of strangers', async () => {
    const group = await studio.group(ann);
    const call = await studio.offering(ann);
    const wish = { starts_at: at(5, '12:00') };
    const refuse = (offering: any, more: object, status: number, error: string, who: any = ann) =>
      studio.expectRefused(who, 'schedule-session', { offering_id: offering.id, ...wish, ...more }, status, error);
    await refuse(call, {}, 400, 'Only group offerings are scheduled');
    await refuse(group, { starts_at: at(-1, '12:00') }, 400, 'Start is in the past');
    await refuse(group, {}, 403, 'Forbidden', bob);
    await studio.ask(ann, 'update-offering', { offering_id: group.id, status: 'archived' });
    await refuse(group, {}, 409, 'Offering is archived');
  });

  it('of one time is scheduled once, however often it is asked for at once', async () => {
    const { id: offering_id } = await studio.group(ann);
    const wish = { offering_id, starts_at: at(5, '12:00') };
    const answers = await atOnce(20, () => studio.call(ann, 'schedule-session', wish));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
  });
});

describe('a change of a session', () => {
  it('of its start is told to who has booked it, and lets them cancel', async () => {
    const session = await studio.session(ann, { cancel_until_hours: null });
    const { booking } = await studio.seat(bob, session);
    const moved = { session_id: session.id, starts_at: at(6, '15:00') };
    const after = (await studio.ask(ann, 'update-session', moved)).session;
    expect(after).toMatchObject({ starts_at: moved.starts_at, ends_at: at(6, '16:00'), calendar_sequence: 1 });
    expect(await studio.told(bob)).toEqual(['booked', 'moved']);
    expect((await studio.row('bookings', booking.id)).free_cancel).toBe(true);
    await studio.ask(ann, 'update-session', { session_id: session.id, join_url: 'https://meet.example/a' });
    expect(await studio.told(bob)).toEqual(['booked', 'moved']);
  });

  it('is refused where it cannot be', async () => {
    const session = await studio.session(ann, { seats: 2 });
    const other = await studio.session(ann, { starts_at: at(7, '12:00') });
    for (const who of await studio.people(2)) await studio.seat(who, session);
    const change = (more: object) => ({ session_id: session.id, ...more });
    const refuse = (more: object, status: number, error: string) =>
      studio.expectRefused(ann, 'update-session', change(more), status, error);
    await refuse({ seats: 1 }, 409, 'Seats are below those already booked or held');
    await refuse({ starts_at: other.starts_at }, 409, `You already have a session then: ${other.starts_at}`);
    await refuse({ starts_at: at(-1, '12:00') }, 400, 'Start is in the past');
    await refuse({ join_url: 'http://meet.example/a' }, 400, 'Join address must be https');
    const call = await studio.offering(ann);
    const { session: single } = await studio.time(bob, call, at(3, '10:00'));
    const more = { session_id: single.id, seats: 2 };
    await studio.expectRefused(ann, 'update-session', more, 400, 'Seats are for group offerings');
    await studio.expectRefused(bob, 'update-session', change({ seats: 5 }), 403, 'Forbidden');
    await studio.ask(ann, 'cancel-session', { session_id: session.id });
    await refuse({ seats: 5 }, 409, OVER);
  });
});

describe('a cancellation by the host', () => {
  it('ends the bookings of the rest of a series, once', async () => {
    const { id: offering_id } = await studio.group(ann);
    const series = { offering_id, starts_at: at(5, '12:00'), repeat_weeks: 3 };
    const { sessions } = await studio.ask(ann, 'schedule-session', series);
    for (const session of sessions) await studio.seat(bob, session);
    const input = { session_id: sessions[1].id, reason: 'I am ill.', whole_series: true };
    const answers = await atOnce(5, () => studio.call(ann, 'cancel-session', input));
    expect(tally(answers)).toEqual({ 200: 5 });
    const counts = answers.map(({ body }) => body.bookings_cancelled).toSorted();
    expect(counts).toEqual([0, 0, 0, 0, 2]);
    expect((await studio.row('sessions', sessions[0].id)).status).toBe('scheduled');
    expect((await studio.told(bob)).filter((type) => type === 'cancelled')).toHaveLength(2);
    const again = await studio.ask(ann, 'cancel-session', { session_id: sessions[2].id });
    expect(again).toMatchObject({ bookings_cancelled: 0, refunds_due: 0 });
  });

  it('is refused for a session that is over, and to strangers', async () => {
    const session = await studio.session(ann);
    await studio.expectRefused(bob, 'cancel-session', { session_id: session.id }, 403, 'Forbidden');
    await studio.startsIn(session, -30);
    await studio.ask(ann, 'end-session', { session_id: session.id });
    await studio.expectRefused(ann, 'cancel-session', { session_id: session.id }, 409, OVER);
  });
});

describe('a session that takes place', () => {
  it('is joined by its host and by who has booked it, at its time', async () => {
    await studio.set(ann, { meeting_base_url: 'https://meet.example/' });
    const session = await studio.session(ann);
    const { booking } = await studio.seat(bob, session);
    const join = { session_id: session.id };
    await studio.expectRefused(ann, 'join-session', join, 409, 'Session is not open yet');
    await studio.expectRefused(await studio.person(), 'join-session', join, 403, 'Not a participant');
    await studio.startsIn(session, 50);
    await studio.expectRefused(bob, 'join-session', join, 409, 'Session is not open yet');
    const host = await studio.ask(ann, 'join-session', join);
    expect(host.join_url).toMatch(/^https:\/\/meet\.example\/[0-9a-f]{32}$/);
    expect(host.session.status).toBe('live');
    await studio.startsIn(session, 10);
    const [first, second] = await Promise.all([1, 2].map(() => studio.ask(bob, 'join-session', join)));
    expect([first.join_url, second.join_url]).toEqual([host.join_url, host.join_url]);
    expect((await studio.row('bookings', booking.id)).joined_at).not.toBeNull();
    await studio.startsIn(session, -120);
    await studio.expectRefused(bob, 'join-session', join, 409, 'Session has ended');
  });

  it('has no link until there is one', async () => {
    const session = await studio.session(ann);
    await studio.startsIn(session, 10);
    const join = { session_id: session.id };
    await studio.expectRefused(ann, 'join-session', join, 409, 'Join link is not set');
    await studio.ask(ann, 'update-session', { ...join, join_url: 'https://meet.example/own' });
    expect((await studio.ask(ann, 'join-session', join)).join_url).toBe('https://meet.example/own');
    await studio.seat(bob, await studio.session(ann, { starts_at: at(8, '12:00') }));
  });

  it('ends with attendance, and with a recording for a while', async () => {
    const session = await studio.session(ann);
    const [cid, dan] = await studio.people(2);
    const bookings = [];
    for (const who of [bob, cid, dan]) bookings.push((await studio.seat(who as Account, session)).booking.id);
    const end = { session_id: session.id };
    await studio.expectRefused(ann, 'end-session', end, 409, 'Session has not started');
    await studio.startsIn(session, -5);
    await studio.rows('UPDATE ext_live_sessions.bookings SET joined_at = now() WHERE id = $1', bookings[0]);
    const other = { ...end, attendance: [{ booking_id: session.id, attended: true }] };
    await studio.expectRefused(ann, 'end-session', other, 404, 'Booking not found');
    const given = { ...end, attendance: [{ booking_id: bookings[1], attended: true }] };
    const ended = await studio.ask(ann, 'end-session', given);
    const attendance = new Map(ended.bookings.map((one: any) => [one.id, one.attendance]));
    expect(bookings.map((id) => attendance.get(id))).toEqual(['attended', 'attended', 'no_show']);
    expect(ended.session.status).toBe('ended');
    const recording_url = 'https://video.example/1';
    await studio.ask(ann, 'end-session', { ...end, recording_url });
    expect((await studio.told(bob)).at(-1)).toBe('recording_ready');
    const seen = async () => (await studio.ask(bob, 'list-bookings', { session_id: session.id })).bookings[0];
    expect((await seen()).recording_url).toBe(recording_url);
    await studio.rows(`UPDATE ext_live_sessions.sessions SET recording_until = now() WHERE id = $1`, session.id);
    expect((await seen()).recording_url).toBeNull();
    await studio.expectRefused(bob, 'end-session', end, 403, 'Forbidden');
  });

  it('is listed to its host, soonest first', async () => {
    const later = await studio.session(ann, { starts_at: at(9, '12:00') });
    const sooner = await studio.session(ann, { starts_at: at(2, '12:00') });
    const ids = async (more: object = {}) =>
      (await studio.ask(ann, 'list-sessions', more)).sessions.map(({ id }: any) => id);
    expect(await ids()).toEqual([sooner.id, later.id]);
    expect(await ids({ from: day(5) })).toEqual([later.id]);
    expect(await ids({ to: day(5) })).toEqual([sooner.id]);
    expect(await ids({ offering_id: later.offering_id })).toEqual([later.id]);
    expect(await ids({ status: 'cancelled' })).toEqual([]);
    expect((await studio.ask(bob, 'list-sessions')).sessions).toEqual([]);
    const first = await studio.ask(ann, 'list-sessions', { limit: 1 });
    const second = await studio.ask(ann, 'list-sessions', { limit: 1, cursor: first.next_cursor });
    expect([first.sessions[0].id, second.sessions[0].id, second.next_cursor]).toEqual([sooner.id, later.id, null]);
    expect(first.sessions[0]).toMatchObject({ seats: 3, booked: 0, held: 0 });
    expect(+new Date(first.sessions[0].ends_at) - +new Date(first.sessions[0].starts_at)).toBe(60 * MINUTE);
  });
});
