import * as fc from 'fast-check';
import { freeOf } from '../../../src/apps/live-sessions/schedules/open-slots.js';
import type { Account } from '../../support/service.js';
import { at, daily, day, MINUTE, Studio } from './studio.js';

let studio: Studio;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  studio = await Studio.start();
});
beforeEach(async () => {
  [ann, bob] = [await studio.host(), await studio.person()];
});
afterAll(() => studio.stop());

describe('free times', () => {
  it('are those of the hours of the host, in the zone of who looks', async () => {
    const offering = await studio.offering(ann, { slot_step_minutes: 90, price: 40 });
    const input = { offering_id: offering.id, from: day(3), to: day(3) };
    const answer = await studio.ask(studio.nobody(), 'list-available-slots', input);
    expect(answer.timezone).toBe('UTC');
    expect(answer.offering).toMatchObject({ id: offering.id, title: 'Portfolio review', price: 40, currency: 'usd' });
    expect(answer.offering).not.toHaveProperty('join_url');
    expect(answer.slots).toEqual(
      ['09:00', '10:30', '12:00', '13:30', '15:00'].map((clock) => ({
        starts_at: at(3, clock),
        ends_at: new Date(Date.parse(at(3, clock)) + 60 * MINUTE).toISOString(),
      })),
    );
    // The day of Kiritimati begins 14 hours earlier.
    const there = await studio.ask(bob, 'list-available-slots', { ...input, timezone: 'Pacific/Kiritimati' });
    expect(there.timezone).toBe('Pacific/Kiritimati');
    expect(there.slots.map(({ starts_at }: any) => starts_at)).toEqual(
      ['10:30', '12:00', '13:30', '15:00'].map((clock) => at(2, clock)).concat([at(3, '09:00')]),
    );
    for (const to of [day(2), day(35)]) {
      const { status, body } = await studio.call(bob, 'list-available-slots', { ...input, to });
      expect([status, body.error]).toEqual([400, 'Validation error']);
    }
    await studio.expectRefused(
      bob,
      'list-available-slots',
      { ...input, timezone: 'Nowhere' },
      400,
      'Unknown time zone',
    );
    const month = await studio.ask(bob, 'list-available-slots', { offering_id: offering.id, from: day(3) });
    expect(month.slots).toHaveLength(32 * 5);
  });

  it('leave out blocked times, days off, and what is too soon or too far', async () => {
    const blocked = [{ starts_at: at(3, '10:30'), ends_at: at(3, '12:00') }];
    const overrides = [
      { date: day(4), ranges: [] },
      { date: day(5), ranges: [['20:00', '21:00']] },
    ];
    await studio.ask(ann, 'set-availability', { blocked, overrides });
    const offering = await studio.offering(ann, { min_notice_minutes: 2 * 1440, max_days_ahead: 10 });
    expect(await studio.free(offering, day(1))).toEqual([]);
    expect(await studio.free(offering, day(3))).toEqual(['09:00', '12:00', '13:00', '14:00', '15:00', '16:00']);
    expect(await studio.free(offering, day(4))).toEqual([]);
    expect(await studio.free(offering, day(5))).toEqual(['20:00']);
    expect(await studio.free(offering, day(11))).toEqual([]);
    for (const starts_at of [at(1, '10:00'), at(3, '11:00'), at(3, '12:01'), at(4, '10:00'), at(11, '10:00')]) {
      const wish = { offering_id: offering.id, starts_at };
      await studio.expectRefused(bob, 'book-session', wish, 409, 'That time is not available');
    }
  });

  it('keep the buffers of both sessions, over all offerings of the host', async () => {
    const talk = await studio.offering(ann, { buffer_before_minutes: 15, buffer_after_minutes: 30 });
    await studio.time(bob, talk, at(3, '12:00'));
    // 11:45 to 13:30 is busy, and another call needs its own buffers beside it.
    expect(await studio.free(talk, day(3))).toEqual(['09:00', '10:00', '14:00', '15:00', '16:00']);
    const short = await studio.offering(ann, { duration_minutes: 30 });
    const starts = await studio.free(short, day(3));
    expect(starts.filter((clock) => clock > '11' && clock < '14')).toEqual(['11:00', '13:30']);
    const wish = { offering_id: short.id, starts_at: at(3, '13:00') };
    await studio.expectRefused(bob, 'book-session', wish, 409, 'That time was just taken');
    await studio.time(bob, short, at(3, '13:30'));
  });

  it('are as many on a day of the host as are allowed', async () => {
    const kiritimati = await studio.host(daily(['00:00', '24:00']));
    await studio.ask(kiritimati, 'set-availability', { timezone: 'Pacific/Kiritimati' });
    const offering = await studio.offering(kiritimati, { max_per_day: 2 });
    // The day begins at 10:00 UTC.
    await studio.time(bob, offering, at(3, '10:00'));
    const { booking } = await studio.time(bob, offering, at(4, '09:00'));
    const free = await studio.slots(offering, day(3), day(3), { timezone: 'UTC' });
    expect(free.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual(
      ['00', '01', '02', '03', '04', '05', '06', '07', '08', '09'].map((h) => `${h}:00`),
    );
    const wish = { offering_id: offering.id, starts_at: at(3, '20:00') };
    await studio.expectRefused(bob, 'book-session', wish, 409, 'That time is not available');
    const stays = { booking_id: booking.id, starts_at: at(3, '20:00') };
    await studio.ask(bob, 'reschedule-booking', stays);
    await studio.ask(bob, 'cancel-booking', { booking_id: booking.id });
    await studio.time(bob, offering, at(3, '21:00'));
  });

  it('of a group are its coming sessions, full ones too', async () => {
    const { offering_id, id: session_id, starts_at, ends_at } = await studio.session(ann, { seats: 1 });
    const other = await studio.ask(ann, 'schedule-session', { offering_id, starts_at: at(6, '12:00'), seats: 5 });
    await studio.seat(bob, { id: session_id });
    expect(await studio.slots({ id: offering_id }, day(4), day(7))).toEqual([
      { session_id, starts_at, ends_at, seats_left: 0 },
      expect.objectContaining({ session_id: other.sessions[0].id, seats_left: 5 }),
    ]);
    expect(await studio.slots({ id: offering_id }, day(6), day(6))).toHaveLength(1);
    await studio.ask(ann, 'cancel-session', { session_id });
    expect(await studio.slots({ id: offering_id }, day(4), day(7))).toHaveLength(1);
  });

  it('meet no busy time, with their buffers (property)', () => {
    const minutes = (most: number) => fc.integer({ min: 0, max: most });
    const rules = fc.record({
      duration_minutes: fc.integer({ min: 5, max: 90 }),
      before: minutes(60),
      after: minutes(60),
    });
    const times = fc.uniqueArray(minutes(3000), { maxLength: 20 });
    fc.assert(
      fc.property(times, times, minutes(100), rules, (given, begins, long, { duration_minutes, before, after }) => {
        const starts = given.toSorted((a, b) => a - b).map((one) => one * MINUTE);
        const sorted = begins.toSorted((a, b) => a - b);
        const busy = sorted.map((from, n) => ({
          from: from * MINUTE,
          to: Math.min(from + long, sorted[n + 1] ?? Infinity) * MINUTE,
        }));
        const offering = { duration_minutes, buffer_before_minutes: before, buffer_after_minutes: after } as never;
        const isFree = (start: number) =>
          busy.every(
            ({ from, to }) => to <= start - before * MINUTE || from >= start + (duration_minutes + after) * MINUTE,
          );
        expect(freeOf(starts, busy, offering)).toEqual(starts.filter(isFree));
      }),
      { numRuns: 100 },
    );
  });
});
