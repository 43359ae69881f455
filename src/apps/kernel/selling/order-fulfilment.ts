import { type AppPayment, Fulfilment } from '../../../payments/extension-points.js';
import type { Values } from '../../../platform/database/entity.repository.js';
import type { AffiliateSalesService } from './affiliate-sales.service.js';
import type { Order } from './order.entity.js';
import type { FirstValues, OrderHolds } from './order-holds.js';
import { isPaymentFor } from './payment-match.js';

/**
 * Why the money of an order has to be given back: what was sold is deleted or has no seller any more, the payment is not
 * the one that the order asked for, the buyer has it already, or nothing is left.
 */
export type Problem = 'gone' | 'mismatch' | 'duplicate' | 'sold_out';

interface Owned {
  id: string;
  owner_id: string | null;
}

/**
 * What happens when an order was paid, and when that was given back. It refuses no money that has arrived. An app provides
 * what the buyer gets (`deliver`), what is taken back after a refund, and who is notified.
 */
export abstract class OrderFulfilment<
  Row extends Order,
  Thing extends Owned,
  New extends FirstValues = FirstValues,
> extends Fulfilment {
  protected abstract readonly holds: OrderHolds<Row, Thing, New>;
  protected abstract readonly affiliates: AffiliateSalesService;

  /** Settles the order as paid and gives the buyer what they paid for; or returns why that cannot be, changing nothing. */
  protected abstract deliver(order: Row, thing: Thing): Promise<Problem | undefined>;
  protected abstract notifyRefundNeeded(order: Row, thing: Thing | undefined): void;
  /** After a whole refund; `before` is the order as it was. */
  protected abstract takeBack(before: Row, after: Row, thing: Thing | undefined): Promise<void>;

  /** The columns of the order that show the problem. */
  protected columnsOf(_problem: Problem): Values<Row> {
    return {};
  }

  /** What the commission is of. */
  protected commissionBase({ total_minor }: Row): number {
    return total_minor;
  }

  async paid(payment: AppPayment): Promise<boolean> {
    const known = await this.holds.orders.byPayment(payment.id);
    if (known) await this.settle(payment, await this.holds.lock(known));
    return known !== undefined;
  }

  private async settle(payment: AppPayment, { order, thing }: { order: Row; thing: Thing | undefined }): Promise<void> {
    if (order.status !== 'pending' && order.status !== 'expired') return;
    const problem = await this.deliverIfRight(payment, order, thing);
    if (!problem) return;
    await this.holds.giveBack(order);
    const changes = { ...this.holds.orders.nothingHeld, ...this.columnsOf(problem) };
    this.notifyRefundNeeded(await this.holds.settle(order, 'needs_attention', changes), thing);
  }

  private async deliverIfRight(payment: AppPayment, order: Row, thing: Thing | undefined) {
    if (!thing?.owner_id) return 'gone';
    if (!isPaymentFor(payment, askedFor(order))) return 'mismatch';
    return this.deliver(order, thing);
  }

  async refunded(payment: AppPayment): Promise<void> {
    const known = await this.holds.orders.byPayment(payment.id);
    if (!known) return;
    const { order, thing } = await this.holds.lock(known);
    const refunded = Math.min(Number(payment.refunded_amount), order.total_minor);
    if (order.status === 'refunded' || refunded <= order.refunded_minor) return;
    const after = await this.holds.orders.refund(order, refunded);
    await this.affiliates.reverse(order, Math.min(refunded, this.commissionBase(order)));
    if (after.status === 'refunded') await this.takeBack(order, after, thing);
  }
}

const askedFor = ({ owner_id, seller_id, total_minor, currency }: Order) => ({
  buyer_id: owner_id,
  seller_id,
  amount_minor: total_minor,
  currency,
});
