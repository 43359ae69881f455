import { StartRefunds } from '../../../src/apps/live-sessions/jobs/start-refunds.job.js';
import { ExpireHolds } from '../../../src/apps/live-sessions/jobs/expire-holds.job.js';
import type { Account } from '../../support/service.js';
import { PAGES, SellingApp, type Who } from '../selling-app.js';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

const EVERY_DAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** The day so many days from now (UTC). */
export const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
/** That day at a time of day. */
export const at = (days: number, clock: string) => `${day(days)}T${clock}:00.000Z`;
/** The same hours on each day. */
export const daily = (...ranges: [string, string][]) => Object.fromEntries(EVERY_DAY.map((name) => [name, ranges]));

/** A service in which people host live sessions and book them. */
export class Studio extends SellingApp {
  protected readonly slug = 'live-sessions';

  /** Somebody with open hours from 9 to 17 o'clock (UTC) on each day. */
  async host(hours: object = daily(['09:00', '17:00'])): Promise<Account> {
    const host = await this.person();
    await this.ask(host, 'set-availability', { timezone: 'UTC', weekly: hours });
    return host;
  }

  /** A host who may be paid. */
  override async seller(): Promise<Account> {
    const host = await this.host();
    await this.shop.onboard(host);
    return host;
  }

  async offering(host: Account, fields: object = {}): Promise<any> {
    const made = {
      title: 'Portfolio review',
      kind: 'one_to_one',
      duration_minutes: 60,
      min_notice_minutes: 0,
      ...fields,
    };
    return (await this.ask(host, 'create-offering', made)).offering;
  }

  group(host: Account, fields: object = {}): Promise<any> {
    return this.offering(host, { title: 'Open class', kind: 'group', seats: 3, ...fields });
  }

  /** A group session of a new offering, 5 days from now at noon. */
  async session(host: Account, { starts_at = at(5, '12:00'), ...fields }: any = {}): Promise<any> {
    const offering = await this.group(host, fields);
    const { sessions } = await this.ask(host, 'schedule-session', { offering_id: offering.id, starts_at });
    return sessions[0];
  }

  book(who: Who, wishes: object): Promise<any> {
    return this.ask(who, 'book-session', { ...PAGES, ...wishes });
  }

  /** A seat, paid if it costs something. */
  async seat(who: Who, session: { id: string }, more: object = {}): Promise<any> {
    return this.settled(await this.book(who, { session_id: session.id, ...more }));
  }

  /** A time, paid if it costs something. */
  async time(who: Who, offering: { id: string }, starts_at: string, more: object = {}): Promise<any> {
    return this.settled(await this.book(who, { offering_id: offering.id, starts_at, ...more }));
  }

  private async settled(booked: any): Promise<any> {
    if (booked.payment_id) await this.paid(booked.payment_id);
    return booked;
  }

  async slots(offering: { id: string }, from: string, to: string, more: object = {}): Promise<any[]> {
    const input = { offering_id: offering.id, from, to, ...more };
    return (await this.ask(this.nobody(), 'list-available-slots', input)).slots;
  }

  /** The starts that are free on a day, as times of day (UTC). */
  async free(offering: { id: string }, on: string): Promise<string[]> {
    return (await this.slots(offering, on, on)).map(({ starts_at }) => starts_at.slice(11, 16));
  }

  async row(table: string, id: string): Promise<any> {
    return (await this.rows(`SELECT * FROM ext_live_sessions.${table} WHERE id = $1`, id))[0];
  }

  /** What is between now and the start of a session, or its end, is over. */
  async shift({ id }: { id: string }, minutes: number): Promise<void> {
    await this.rows(
      `UPDATE ext_live_sessions.sessions SET starts_at = starts_at - $2 * interval '1 minute',
         ends_at = ends_at - $2 * interval '1 minute',
         busy = tstzrange(lower(busy) - $2 * interval '1 minute', upper(busy) - $2 * interval '1 minute'),
         remind_at = remind_at - $2 * interval '1 minute'
       WHERE id = $1`,
      id,
      minutes,
    );
  }

  /** The session begins in so many minutes; 0 or less: it has begun. */
  async startsIn(session: { id: string }, minutes: number): Promise<void> {
    const { starts_at } = await this.row('sessions', session.id);
    await this.shift(session, (+starts_at - Date.now()) / MINUTE - minutes);
  }

  /** The holds that there are run out. */
  async expireHolds(): Promise<void> {
    await this.rows(`UPDATE ext_live_sessions.bookings SET hold_expires_at = now() WHERE status = 'held'`);
    await this.run(ExpireHolds);
  }

  startRefunds(): Promise<void> {
    return this.run(StartRefunds);
  }

  /** The seats that sessions have counted are those of their bookings. */
  async expectSound(): Promise<void> {
    const wrong = await this.rows(`
      SELECT s.id, s.status, s.booked, s.held FROM ext_live_sessions.sessions s
      WHERE s.held <> (SELECT count(*) FROM ext_live_sessions.bookings b WHERE b.session_id = s.id AND b.status = 'held')
        OR (s.status <> 'ended' AND s.booked <> (
          SELECT count(*) FROM ext_live_sessions.bookings b WHERE b.session_id = s.id AND b.status = 'confirmed'))`);
    expect(wrong).toEqual([]);
  }
}
