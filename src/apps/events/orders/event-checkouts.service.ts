import type { Caller } from '../../../platform/access/access.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppPaymentsService, type AppSale, PAGE_LASTS_LONGER_MS } from '../../kernel/selling/app-payments.service.js';
import type { TicketedEvent } from '../catalogue/event.entity.js';
import type { BookingFields } from './booking.inputs.js';
import type { EventOrder } from './order.entity.js';
import { OrderChangesService } from './order-changes.service.js';
import { OrderRepository } from './order.repository.js';
import { presentOrder } from './ticket.views.js';

/** The pages where orders are paid. */
@AppProvider()
export class EventCheckoutsService {
  constructor(
    private readonly payments: AppPaymentsService,
    private readonly orders: OrderRepository,
    private readonly changes: OrderChangesService,
  ) {}

  /** What the request was answered that made the order. */
  known(order: EventOrder) {
    return answerOf(order);
  }

  /** The page that the order has already; otherwise the processor is asked when the transaction is over. */
  async open(order: EventOrder, { owner_id, title }: TicketedEvent, buyer: Caller, input: BookingFields) {
    if (order.checkout_url) return this.known(order);
    const { success_url, cancel_url } = input;
    const sale: AppSale = {
      id: order.payment_id as string,
      // An event without an owner is cancelled, and has no open orders.
      seller_id: owner_id as string,
      buyer: { id: buyer.id, email: buyer.email },
      amount: BigInt(order.total_minor),
      currency: order.currency,
      description: title,
      app_slug: 'events',
      reference_type: 'order',
      reference_id: order.id,
      expires_at: new Date((order.hold_expires_at as Date).getTime() + PAGE_LASTS_LONGER_MS),
      success_url,
      cancel_url,
    };
    return this.payments.checkout(sale, {
      done: async (checkout_url) => answerOf(await this.orders.change(order.id, { checkout_url })),
      undo: () => this.changes.takeBack(order),
    });
  }
}

const answerOf = (order: EventOrder) => ({
  order: presentOrder(order),
  checkout_url: order.checkout_url ?? undefined,
  payment_id: order.payment_id as string,
});
