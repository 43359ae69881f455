import { ExpireHoldsJob } from '../../../src/apps/events/jobs/expire-holds.job.js';
import { RecountRepository } from '../../../src/apps/events/jobs/recount.repository.js';
import { OrderRepository } from '../../../src/apps/events/orders/order.repository.js';
import type { Account } from '../../support/service.js';
import { PAGES, SellingApp, type Who } from '../selling-app.js';

const DAY = 24 * 60 * 60_000;

/** So many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

/** A service in which people organise events and book them. */
export class Hall extends SellingApp {
  protected readonly slug = 'events';

  async draft(organiser: Account, fields: object = {}): Promise<any> {
    const place = { venue_name: 'The hall', address: '1 Main Street' };
    const times = { starts_at: inDays(10), ends_at: inDays(11), timezone: 'Europe/Berlin' };
    return (await this.ask(organiser, 'create-event', { title: 'Spring fair', ...times, ...place, ...fields })).event;
  }

  async type(organiser: Account, { id }: { id: string }, fields: object = {}): Promise<any> {
    const input = { event_id: id, name: 'Seat', ...fields };
    return (await this.ask(organiser, 'save-ticket-type', input)).ticket_type;
  }

  /** A published event with one type. */
  async event(organiser: Account, fields: object = {}, type: object = {}): Promise<{ event: any; type: any }> {
    const draft = await this.draft(organiser, fields);
    const made = await this.type(organiser, draft, type);
    const { event: published } = await this.ask(organiser, 'publish-event', { event_id: draft.id });
    return { event: published, type: made };
  }

  wish({ id, event_id }: any, quantity = 1, more: object = {}): object {
    return { event_id, items: [{ ticket_type_id: id, quantity }], ...PAGES, ...more };
  }

  book(who: Who, type: object, quantity = 1, more: object = {}): Promise<any> {
    return this.ask(who, 'book-tickets', this.wish(type, quantity, more));
  }

  /** Books, and pays. */
  async bought(who: Who, type: object, quantity = 1, more: object = {}): Promise<any> {
    const booked = await this.book(who, type, quantity, more);
    if (booked.payment_id) await this.paid(booked.payment_id);
    return booked;
  }

  async mine(who: Who, when = 'upcoming'): Promise<any[]> {
    return (await this.ask(who, 'list-my-tickets', { when })).tickets;
  }

  async row(table: string, { id }: { id: string }): Promise<any> {
    return (await this.rows(`SELECT * FROM ext_events.${table} WHERE id = $1`, id))[0];
  }

  /** What an order has now. */
  async order({ order: { id } }: any): Promise<any> {
    return this.service.app.get(OrderRepository, { strict: false }).findOne({ id });
  }

  /** The seats of an event that are sold and held. */
  async seats(at: { id: string }, table = 'events'): Promise<[sold: number, held: number]> {
    const { sold, held } = await this.row(table, at);
    return [sold, held];
  }

  /** The event begins in so many hours, and lasts for so many; less than 0: it has begun. */
  async startsIn({ id }: { id: string }, hours: number, length = 24): Promise<void> {
    await this.rows(
      `UPDATE ext_events.events SET starts_at = now() + $2 * interval '1 hour', ends_at = now() + $3 * interval '1 hour'
       WHERE id = $1`,
      id,
      hours,
      hours + length,
    );
  }

  /** The unpaid orders that there are ran out a second ago: the column rounds, and what is rounded up is not due yet. */
  async expireHolds(): Promise<void> {
    await this.rows(
      `UPDATE ext_events.orders SET hold_expires_at = now() - interval '1 second' WHERE status = 'pending'`,
    );
    await this.run(ExpireHoldsJob);
  }

  /** The offers that there are run out. */
  async expireOffers(): Promise<void> {
    await this.rows(
      `UPDATE ext_events.waitlist_entries SET offer_expires_at = now() - interval '1 second' WHERE status = 'offered'`,
    );
    await this.run(ExpireHoldsJob);
  }

  override async told(who: { id: string }): Promise<string[]> {
    await this.service.jobsDone();
    return super.told(who);
  }

  /** The seats and the uses that are counted are those of the tickets and orders. */
  async expectSound(): Promise<void> {
    expect(await this.service.app.get(RecountRepository, { strict: false }).differing()).toEqual([]);
  }
}
