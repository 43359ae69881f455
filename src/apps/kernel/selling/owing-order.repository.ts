import type { Values } from '../../../platform/database/entity.repository.js';
import type { OwingOrder } from './order.entity.js';
import { Orders } from './order.repository.js';

/** Orders that note what their sellers owe, such as the price of a cancelled seat. The order is locked. */
export abstract class OwingOrders<Row extends OwingOrder> extends Orders<Row> {
  /** Adds to what is owed: at most all that was not given back yet. */
  owe(order: Row, minor: number): Promise<Row> {
    const left = order.total_minor - order.refunded_minor;
    return this.change(order.id, { refund_due_minor: Math.min(order.refund_due_minor + minor, left) });
  }

  /** A refund pays what is owed first. */
  override refund(order: Row, refunded_minor: number, changes: Values<Row> = {}): Promise<Row> {
    const due = order.refund_due_minor - (refunded_minor - order.refunded_minor);
    return super.refund(order, refunded_minor, { refund_due_minor: Math.max(0, due), ...changes } as Values<Row>);
  }
}
