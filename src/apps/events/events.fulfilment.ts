import { type AppPayment, Fulfilment } from '../../payments/extension-points.js';
import { AppProvider } from '../kernel/app-provider.js';
import { dueAfterRefund } from '../kernel/selling/owing.js';
import { hasEnded, type TicketedEvent } from './catalogue/event.entity.js';
import type { EventOrder } from './orders/order.entity.js';
import { OrderChangesService } from './orders/order-changes.service.js';
import { OrderRepository } from './orders/order.repository.js';

/** Money that has arrived is never refused: the buyer has either seats for it, or a refund due. */
@AppProvider()
export class EventsFulfilment extends Fulfilment {
  readonly app = 'events';

  constructor(
    private readonly orders: OrderRepository,
    private readonly changes: OrderChangesService,
  ) {
    super();
  }

  async paid(payment: AppPayment): Promise<boolean> {
    const known = await this.orders.findOne({ payment_id: payment.id });
    if (!known) return false;
    const { order, ...locked } = await this.changes.lock(known);
    const { event } = locked;
    if (!isFor(payment, order, event)) return false;
    const isOpen = event.status === 'published' && !hasEnded(event) && order.owner_id !== null;
    const isDelivered =
      order.status === 'pending' || (order.status === 'expired' && isOpen)
        ? await this.changes.confirm(locked, order)
        : order.paid_at !== null;
    if (!isDelivered) await this.changes.owe(event, order);
    return true;
  }

  async refunded(payment: AppPayment): Promise<void> {
    const known = await this.orders.findOne({ payment_id: payment.id });
    if (!known) return;
    const { order, event } = await this.changes.lock(known);
    const refunded = Number(payment.refunded_amount);
    if (order.status === 'refunded' || refunded <= order.refunded_minor) return;
    if (payment.refunded_amount >= payment.amount) return this.changes.refund(event, order, hasEnded(event));
    await this.orders.change(order.id, {
      refunded_minor: refunded,
      refund_due_minor: dueAfterRefund(order, refunded),
    });
  }
}

/**
 * What somebody has paid for another order or to another seller, or too little, unlocks nothing. A party is null where
 * the account is deleted.
 */
const isFor = (payment: AppPayment, order: EventOrder, event: TicketedEvent) =>
  payment.reference_type === 'order' &&
  payment.reference_id === order.id &&
  isSame(payment.buyer_id, order.owner_id) &&
  isSame(payment.seller_id, event.owner_id) &&
  payment.amount === BigInt(order.total_minor) &&
  payment.currency === order.currency;

const isSame = (one: string | null, other: string | null) => one === null || other === null || one === other;
