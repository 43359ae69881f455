import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { FirstValues } from '../../kernel/selling/order-holds.js';
import { Orders, orderStatements } from '../../kernel/selling/order.repository.js';
import { CourseOrder } from './order.entity.js';

const STATEMENTS = orderStatements('courses', {
  thing: 'course_id',
  begins: ['list_minor', 'discount_minor', 'holds_seat'],
  held: { holds_seat: false },
});

export type NewOrder = FirstValues &
  Pick<CourseOrder, 'list_minor' | 'discount_minor' | 'holds_seat'> & { course_id: string };

@AppProvider()
export class OrderRepository extends Orders<CourseOrder> {
  protected readonly entity = CourseOrder;
  protected readonly orderStatements = STATEMENTS;

  /** Statistics count a refund of a part on its day too. */
  override refund(order: CourseOrder, refundedMinor: number): Promise<CourseOrder> {
    return super.refund(order, refundedMinor, { refunded_at: NOW });
  }
}
