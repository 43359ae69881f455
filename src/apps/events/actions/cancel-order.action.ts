import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { ArrayUnique, ListOf, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import type { TicketedEvent } from '../catalogue/event.entity.js';
import { expectCancellable, NOT_ACTIVE } from '../orders/cancelling.policy.js';
import { type EventOrder, ORDER, type Ticket } from '../orders/order.entity.js';
import { OrderChangesService } from '../orders/order-changes.service.js';
import { OrderNotificationsService } from '../orders/order-notifications.service.js';
import { TicketRepository } from '../orders/order.repository.js';
import { OrderView, presentOrder, presentTicket, TicketView } from '../orders/ticket.views.js';
import { OffersService } from '../waitlist/offers.service.js';

class Input {
  @Uuid() order_id!: string;
  /** Absent: all. */
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ArrayUnique()
  @Uuid({ each: true })
  ticket_ids?: string[];
  @Optional() @Written(0, 500) reason?: string;
}

class Result extends answerWith('order', () => OrderView) {
  @ListOf(() => TicketView) tickets!: TicketView[];
}

@Action('cancel-order', {
  access: 'authenticated',
  // The organiser and the event are locked before it.
  target: { ...ORDER, lock: false },
  party: ['owner_id', 'parent.owner_id'],
  changes: true,
  why: 'reason',
  description: 'Cancels tickets of an order; their seats come back, and what was paid for them is owed.',
  input: Input,
  result: Result,
  refuses: {
    404: ['Ticket not found'],
    409: [
      'Cancellation is no longer possible',
      'Ticket is already checked in',
      'Ticket has been transferred',
      NOT_ACTIVE,
    ],
  },
})
export class CancelOrder {
  constructor(
    private readonly tickets: TicketRepository,
    private readonly changes: OrderChangesService,
    private readonly offers: OffersService,
    private readonly notifications: OrderNotificationsService,
  ) {}

  async run({ input, caller, target }: Call<Input, EventOrder, TicketedEvent>) {
    const { order, event } = await this.changes.lock(target);
    const isBuyer = order.owner_id === caller.id && event.owner_id !== caller.id;
    const all = await this.tickets.lockOfOrder(order.id);
    const chosen = chosenOf(all, input.ticket_ids);
    const cancelled = chosen.filter(({ status }) => status !== 'cancelled');
    if (!cancelled.length || (order.status !== 'pending' && order.status !== 'confirmed'))
      throw new Refusal(409, NOT_ACTIVE);
    if (isBuyer) expectCancellable(event, order, cancelled);
    const by = isBuyer ? 'buyer' : 'organizer';
    const after = await this.end(order, all, cancelled, by);
    this.notifications.notifyCancelled(event, after, cancelled, caller.id, input.reason);
    await this.offers.offerFree(event.id);
    const tickets = await this.tickets.ofOrder(order.id);
    return { order: presentOrder(after), tickets: tickets.map((ticket) => presentTicket(ticket, order.currency)) };
  }

  /** An order that waits to be paid has one sum on the page of the processor, so it ends as a whole. */
  private end(order: EventOrder, all: Ticket[], cancelled: Ticket[], by: 'buyer' | 'organizer'): Promise<EventOrder> {
    if (order.status === 'confirmed') return this.changes.cancel(order, cancelled, by);
    if (cancelled.length < all.length) throw new Refusal(409, NOT_ACTIVE);
    return this.changes.expire(order, { status: 'cancelled', cancelled_by: by });
  }
}

function chosenOf(all: Ticket[], ids: string[] | undefined): Ticket[] {
  if (!ids) return all;
  const chosen = all.filter(({ id }) => ids.includes(id));
  if (chosen.length < ids.length) throw notFound('Ticket');
  return chosen;
}
