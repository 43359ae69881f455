import type { Caller } from '../../../platform/access/access.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { v7 as uuidv7 } from 'uuid';
import { AppProvider } from '../../kernel/app-provider.js';
import { MOST_MINOR } from '../../kernel/selling/prices.js';
import { hasEnded, type TicketedEvent } from '../catalogue/event.entity.js';
import type { Move } from '../catalogue/event.repository.js';
import { isOnSale } from '../catalogue/sale.policy.js';
import type { PromoCode, TicketType } from '../catalogue/ticket-type.entity.js';
import { PromoCodeRepository } from '../catalogue/ticket-type.repository.js';
import { type LockedEvent, OffersService } from '../waitlist/offers.service.js';
import type { WaitlistEntry } from '../waitlist/waitlist-entry.entity.js';
import { WaitlistRepository } from '../waitlist/waitlist.repository.js';
import { type BookingFields, type Seat, seatsOf } from './booking.inputs.js';
import type { EventOrder, Ticket } from './order.entity.js';
import { OrderNotificationsService } from './order-notifications.service.js';
import { OrderRepository, TicketRepository } from './order.repository.js';
import { isUsable, type Prices, pricesOf } from './pricing.policy.js';
import { newTicketCode } from './ticket-code.js';
import { countsOf, hasSeats, movesOfTickets } from './seats.js';

const MINUTE = 60_000;

interface Booking {
  order: EventOrder;
  tickets: Ticket[];
}

type NewOrder = Partial<EventOrder> & Pick<EventOrder, 'payment_id' | 'event_id' | 'total_minor' | 'currency'>;

/** Takes seats for a new order. The event is locked. */
@AppProvider()
export class BookingService {
  constructor(
    private readonly codes: PromoCodeRepository,
    private readonly entries: WaitlistRepository,
    private readonly orders: OrderRepository,
    private readonly tickets: TicketRepository,
    private readonly offers: OffersService,
    private readonly notifications: OrderNotificationsService,
  ) {}

  /** Locks the organiser, the event and its types. */
  begin(eventId: string): Promise<LockedEvent | undefined> {
    return this.offers.begin(eventId);
  }

  /** What the same request has made already. */
  async before(caller: Caller, key: string | undefined): Promise<Booking | undefined> {
    const order = key === undefined ? undefined : await this.orders.ofRequest(caller.id, key);
    return order && { order, tickets: await this.tickets.ofOrder(order.id) };
  }

  /** `paymentId`: the same again when the same call comes again; `holdMinutes`: how long unpaid seats are held. */
  async book(
    caller: Caller,
    input: BookingFields,
    seen: LockedEvent,
    { paymentId, holdMinutes }: { paymentId: string; holdMinutes: number },
  ): Promise<Booking> {
    const locked = await this.afterOffers(seen);
    const { event } = locked;
    if (event.status !== 'published' || hasEnded(event)) throw new Refusal(409, 'Event is not open for booking');
    const seats = seatsOf(input.items, event.questions, caller.username ?? 'Guest');
    const types = seats.map(({ ticket_type_id }) => typeOf(locked, ticket_type_id));
    const entry = await this.offerOf(input, caller.id);
    if (types.some((type) => !isOnSale(type, event))) throw new Refusal(409, 'Ticket type is not on sale');
    const wanted = countsOf(types.map(({ id }) => id));
    await this.expectWithinLimits(caller.id, locked, wanted);
    const code = await this.codeOf(input, [...wanted.keys()]);
    const prices = pricesOf(types, event.currency, code);
    if (prices.total) expectPayable(event, caller.id, prices, input);
    const released = entry && { ticket_type_id: entry.ticket_type_id, sold: 0, held: -entry.quantity };
    if (!hasSeats(locked, wanted, released)) throw new Refusal(409, 'Not enough tickets left');
    if (code && !(await this.codes.take(code.id))) throw new Refusal(400, 'Promo code is not valid');
    const order = await this.addOrder({
      owner_id: caller.id,
      event_id: event.id,
      subtotal_minor: prices.subtotal,
      discount_minor: prices.discount,
      total_minor: prices.total,
      currency: event.currency,
      promo_code_id: code?.id ?? null,
      waitlist_entry_id: entry?.id ?? null,
      request_key: input.request_key ?? null,
      ...(prices.total
        ? { status: 'pending', payment_id: paymentId, hold_expires_at: new Date(Date.now() + holdMinutes * MINUTE) }
        : { status: 'confirmed', payment_id: null, confirmed_at: new Date() }),
    });
    const tickets = await this.addTickets(order, seats, prices);
    await this.moveSeats(event.id, tickets, released);
    if (entry) await this.claim(event, entry);
    if (!prices.total) await this.notifications.notifyConfirmed(event, order, tickets.length);
    return { order, tickets };
  }

  /** Where a sale may just have begun, those who wait for it come before those who book. */
  private async afterOffers(locked: LockedEvent): Promise<LockedEvent> {
    if (![...locked.types.values()].some((type) => type.sales_start_at)) return locked;
    await this.offers.offerFree(locked.event.id);
    return (await this.offers.lock(locked.event.id)) as LockedEvent;
  }

  /** The running offer that the buyer uses, which has to be of a type that they book. */
  private async offerOf({ waitlist_entry_id: id, items }: BookingFields, buyerId: string) {
    if (id === undefined) return undefined;
    const entry = await this.entries.lock(id);
    const isOwn = entry?.owner_id === buyerId && items.some((item) => item.ticket_type_id === entry.ticket_type_id);
    if (!entry || !isOwn) throw notFound('Waitlist entry');
    const isRunning = entry.status === 'offered' && (entry.offer_expires_at?.getTime() ?? 0) > Date.now();
    if (!isRunning) throw new Refusal(409, 'Waitlist offer has expired');
    return entry;
  }

  private async expectWithinLimits(buyerId: string, { event, types }: LockedEvent, wanted: Map<string, number>) {
    const held = await this.tickets.countOfBuyer(buyerId, event.id);
    const all = [...held.values(), ...wanted.values()].reduce((sum, count) => sum + count, 0);
    const isOver = [...wanted].some(([id, count]) => {
      const most = types.get(id)?.max_per_buyer ?? Infinity;
      return (held.get(id) ?? 0) + count > most;
    });
    if (isOver || all > event.max_per_buyer) throw new Refusal(409, 'Ticket limit per buyer reached');
  }

  private async codeOf({ promo_code, event_id }: BookingFields, typeIds: string[]): Promise<PromoCode | undefined> {
    if (promo_code === undefined) return undefined;
    const code = await this.codes.byCode(event_id, promo_code);
    if (!code || !isUsable(code, typeIds)) throw new Refusal(400, 'Promo code is not valid');
    return code;
  }

  /** The payment names its order, so the next attempt of the same call keeps the id. */
  private async addOrder(values: NewOrder): Promise<EventOrder> {
    const { payment_id, event_id, total_minor, currency } = values;
    const earlier = payment_id
      ? await this.orders.dropUnopened({ payment_id, event_id, total_minor, currency })
      : undefined;
    const order = await this.orders.insertIfAbsent({ id: earlier?.id, ...values });
    if (!order) throw new Refusal(409, 'Idempotency key reused');
    return order;
  }

  private addTickets({ id: order_id, owner_id, event_id, status }: EventOrder, seats: Seat[], prices: Prices) {
    return this.tickets.addAll(
      seats.map((seat, at) => ({
        id: uuidv7(),
        owner_id,
        order_id,
        event_id,
        ...seat,
        code: newTicketCode(),
        price_minor: prices.seats[at],
        status: status === 'pending' ? 'held' : 'valid',
      })),
    );
  }

  private async moveSeats(eventId: string, tickets: Ticket[], released: Move | undefined): Promise<void> {
    if (released) await this.offers.moveSeats(eventId, [released]);
    const isHeld = tickets.some(({ status }) => status === 'held');
    await this.offers.moveSeats(eventId, movesOfTickets(tickets, isHeld ? { sold: 0, held: 1 } : { sold: 1, held: 0 }));
  }

  /** Seats of the offer that were not booked pass on. */
  private async claim({ id }: TicketedEvent, entry: WaitlistEntry): Promise<void> {
    await this.entries.change(entry.id, { status: 'claimed' });
    await this.offers.offerFree(id);
  }
}

function typeOf({ types }: LockedEvent, id: string): TicketType {
  const type = types.get(id);
  if (!type) throw notFound('Ticket type');
  return type;
}

function expectPayable(event: TicketedEvent, buyerId: string, { total }: Prices, input: BookingFields): void {
  if (event.owner_id === buyerId) throw new Refusal(400, 'You cannot buy tickets to your own event');
  if (!input.success_url || !input.cancel_url) throw new Refusal(400, 'success_url and cancel_url are required');
  if (total > MOST_MINOR) throw new Refusal(400, 'The total is too high for one payment');
}
