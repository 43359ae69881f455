import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { dueWith } from '../../kernel/selling/owing.js';
import type { TicketedEvent } from '../catalogue/event.entity.js';
import { PromoCodeRepository } from '../catalogue/ticket-type.repository.js';
import { type LockedEvent, OffersService } from '../waitlist/offers.service.js';
import { WaitlistRepository } from '../waitlist/waitlist.repository.js';
import type { EventOrder, Ticket } from './order.entity.js';
import { OrderNotificationsService } from './order-notifications.service.js';
import { OrderRepository, TicketRepository } from './order.repository.js';
import { countsOf, hasSeats, movesOfTickets } from './seats.js';

const HELD = { sold: 0, held: -1 };
const SOLD = { sold: -1, held: 0 };

/** The steps of an order after it was made. Its event is locked before it. */
@AppProvider()
export class OrderChangesService {
  constructor(
    private readonly codes: PromoCodeRepository,
    private readonly entries: WaitlistRepository,
    private readonly orders: OrderRepository,
    private readonly tickets: TicketRepository,
    private readonly offers: OffersService,
    private readonly notifications: OrderNotificationsService,
  ) {}

  /** The event with its types, then the order as it is now. */
  async lock({ id, event_id }: EventOrder): Promise<LockedEvent & { order: EventOrder }> {
    const locked = (await this.offers.begin(event_id)) as LockedEvent;
    return { ...locked, order: await this.orders.lock(id) };
  }

  /** The seats become sold. False: the order had lost them, and they cannot be taken again. */
  async confirm(locked: LockedEvent, order: EventOrder): Promise<boolean> {
    const { event } = locked;
    const tickets = await this.tickets.lockOfOrder(order.id);
    const isLate = order.status === 'expired';
    if (isLate && !(await this.takeAgain(locked, order, tickets))) return false;
    if (!isLate) await this.offers.moveSeats(event.id, movesOfTickets(tickets, { sold: 1, held: -1 }));
    await this.tickets.setStatus(ids(tickets), 'valid');
    const confirmed = await this.orders.change(order.id, {
      status: 'confirmed',
      confirmed_at: NOW,
      paid_at: order.total_minor ? NOW : null,
      hold_expires_at: null,
    });
    await this.notifications.notifyConfirmed(event, confirmed, tickets.length);
    return true;
  }

  /** Money has arrived, and there is nothing for it: it is owed to the buyer. */
  async owe(event: TicketedEvent, order: EventOrder): Promise<void> {
    const changes = { status: 'cancelled', paid_at: NOW, refund_due_minor: order.total_minor } as const;
    const cancelled_by = order.cancelled_by ?? 'system';
    this.notifications.notifyUnfulfilled(event, await this.orders.change(order.id, { ...changes, cancelled_by }));
  }

  /** Ends a pending order whose time is over, or that was given up. */
  async expire(order: EventOrder, changes: Partial<EventOrder> = {}): Promise<EventOrder> {
    const tickets = await this.tickets.lockOfOrder(order.id);
    await this.release(order.event_id, tickets);
    await this.codes.giveBack(order.promo_code_id);
    const { waitlist_entry_id: entryId } = order;
    if (entryId) await this.entries.update({ id: entryId, status: 'claimed' }, { status: 'expired', updated_at: NOW });
    return this.orders.change(order.id, { status: 'expired', ...changes });
  }

  /** Ends the orders of an event that were not paid in time, and the offers that ran out; their seats pass on. */
  async expireDue(eventId: string): Promise<void> {
    if (!(await this.offers.begin(eventId))) return;
    for (const order of await this.orders.lockDue(eventId)) await this.expire(order);
    await this.offers.expireDue(eventId);
    await this.offers.offerFree(eventId);
  }

  /** After the processor failed: nothing is held, and who was on the waitlist is there again. */
  async takeBack(known: EventOrder): Promise<void> {
    const { event, order } = await this.lock(known);
    if (order.status !== 'pending' || order.checkout_url) return;
    await this.expire(order, { request_key: null });
    if (order.waitlist_entry_id) await this.entries.putBack(order.waitlist_entry_id);
    await this.offers.offerFree(event.id);
  }

  /** Cancels these tickets of a confirmed order, and the order with the last of them. What was paid for them is owed. */
  async cancel(order: EventOrder, tickets: Ticket[], by: 'buyer' | 'organizer' | 'system'): Promise<EventOrder> {
    await this.release(order.event_id, tickets);
    const paid = tickets.reduce((sum, { price_minor }) => sum + price_minor, 0);
    const isWhole = !(await this.tickets.exists({ order_id: order.id, status: 'valid' }));
    if (isWhole) await this.codes.giveBack(order.promo_code_id);
    const ended = isWhole ? ({ status: 'cancelled', cancelled_by: by } as const) : {};
    return this.orders.change(order.id, { refund_due_minor: dueWith(order, paid), ...ended });
  }

  /** All was given back: the tickets end, and so does the order. Seats of an event that is over stay as they were. */
  async refund(event: TicketedEvent, order: EventOrder, hasEnded: boolean): Promise<void> {
    const tickets = (await this.tickets.lockOfOrder(order.id)).filter(({ status }) => status !== 'cancelled');
    if (hasEnded) await this.tickets.setStatus(ids(tickets), 'cancelled');
    else await this.release(event.id, tickets);
    if (order.status === 'confirmed' || order.status === 'pending') await this.codes.giveBack(order.promo_code_id);
    const refunded_minor = order.total_minor;
    const after = await this.orders.change(order.id, { status: 'refunded', refunded_minor, refund_due_minor: 0 });
    this.notifications.notifyRefunded(
      event,
      after,
      tickets.map(({ owner_id }) => owner_id),
    );
    await this.offers.offerFree(event.id);
  }

  private async release(eventId: string, tickets: Ticket[]): Promise<void> {
    const held = movesOfTickets(withStatus(tickets, 'held'), HELD);
    const sold = movesOfTickets(withStatus(tickets, 'valid'), SOLD);
    await this.tickets.setStatus(ids(tickets), 'cancelled');
    // One after the other: a type may stand in both.
    await this.offers.moveSeats(eventId, held);
    await this.offers.moveSeats(eventId, sold);
  }

  private async takeAgain(locked: LockedEvent, order: EventOrder, tickets: Ticket[]): Promise<boolean> {
    if (!hasSeats(locked, countsOf(tickets.map(({ ticket_type_id }) => ticket_type_id)))) return false;
    await this.offers.moveSeats(locked.event.id, movesOfTickets(tickets, { sold: 1, held: 0 }));
    // A code whose uses are used up meanwhile does not count this one.
    if (order.promo_code_id) await this.codes.take(order.promo_code_id);
    const { waitlist_entry_id: id } = order;
    if (id) await this.entries.update({ id, status: 'expired' }, { status: 'claimed', updated_at: NOW });
    return true;
  }
}

const ids = (tickets: Ticket[]) => tickets.map(({ id }) => id);
const withStatus = (tickets: Ticket[], status: Ticket['status']) =>
  tickets.filter((ticket) => ticket.status === status);
