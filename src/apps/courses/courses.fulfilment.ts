import { AppProvider } from '../kernel/app-provider.js';
import { type AppPayment, Fulfilment } from '../../payments/extension-points.js';
import { AppServices } from '../contracts/app-services.js';
import type { AffiliatesService } from '../contracts/affiliates.js';
import { AccessService } from './enrollments/access.service.js';
import { GrantRepository } from './enrollments/enrollment.repository.js';
import { CourseRepository } from './catalogue/course.repository.js';
import { CourseNotificationsService } from './course-notifications.service.js';
import type { CourseOrder } from './orders/order.entity.js';
import type { Course } from './catalogue/course.entity.js';
import { OrderRepository } from './orders/order.repository.js';

const GONE = { id: '', title: 'A course that is gone' };

/** What happens when a course was paid for, and when that was given back. It refuses no money that has arrived. */
@AppProvider()
export class CoursesFulfilment extends Fulfilment {
  readonly app = 'courses';

  constructor(
    private readonly orders: OrderRepository,
    private readonly courses: CourseRepository,
    private readonly access: AccessService,
    private readonly grants: GrantRepository,
    private readonly services: AppServices,
    private readonly notifications: CourseNotificationsService,
  ) {
    super();
  }

  async paid(payment: AppPayment): Promise<boolean> {
    const found = await this.orders.byPayment(payment.id);
    if (found) await this.settle(payment, found);
    return found !== undefined;
  }

  private async settle(payment: AppPayment, found: CourseOrder): Promise<void> {
    const course = found.course_id ? await this.courses.lock(found.course_id) : undefined;
    const order = await this.orders.lock(found.id);
    if (order.status !== 'pending' && order.status !== 'expired') return;
    const held = order.status === 'pending' && order.holds_seat ? 1 : 0;
    // Nobody teaches a course whose teacher is gone, so it is not sold any more; the money is to be given back.
    if (!course?.owner_id || !isFor(payment, order) || (await this.hasBought(course, order))) {
      if (course) await this.courses.moveSeats(course.id, -held);
      await this.orders.settle(order.id, 'needs_attention');
      this.notifications.notifyRefundNeeded(order, course ?? { ...GONE, id: order.id });
      return;
    }
    const grant = { source: 'purchase', source_id: order.id, days: course.access_days } as const;
    await this.access.grant(course, [order.owner_id], grant, held);
    await this.orders.settle(order.id, 'paid');
    await this.affiliates(order)?.recordSale(saleOf(order, course, payment.id));
    this.notifications.notifyEnrolled(course, [order.owner_id]);
    await this.notifications.notifySold(course, order);
  }

  async refunded(payment: AppPayment): Promise<void> {
    const found = await this.orders.byPayment(payment.id);
    if (!found) return;
    const course = found.course_id ? await this.courses.lock(found.course_id) : undefined;
    const order = await this.orders.lock(found.id);
    const refunded_minor = Math.min(Number(payment.refunded_amount), order.total_minor);
    if (order.status === 'refunded' || refunded_minor <= order.refunded_minor) return;
    await this.orders.refund(order.id, refunded_minor);
    await this.affiliates(order)?.reverseSale({ payment_id: payment.id, refunded_minor });
    if (refunded_minor < order.total_minor || !course) return;
    const grant = { source: 'purchase', source_id: order.id } as const;
    const revoked = await this.access.revoke(course, order.owner_id, grant, 'Refunded');
    if (revoked?.hasEnded) this.notifications.notifyAccessEnded(course, [order.owner_id], 'Your payment was refunded.');
  }

  /** By another order, whose access still runs. */
  private async hasBought(course: Course, { owner_id }: CourseOrder): Promise<boolean> {
    const { enrollment } = await this.access.current(course, owner_id);
    return enrollment !== undefined && this.grants.hasLive(enrollment.id, ['purchase']);
  }

  private affiliates({ affiliate_id }: CourseOrder): AffiliatesService | undefined {
    return affiliate_id ? this.services.of('affiliates') : undefined;
  }
}

/** What somebody else has paid, or too little, unlocks nothing; nor what somebody has paid who is gone. */
const isFor = ({ buyer_id, seller_id, amount, currency }: AppPayment, order: CourseOrder) =>
  buyer_id === order.owner_id &&
  seller_id === order.seller_id &&
  amount === BigInt(order.total_minor) &&
  currency === order.currency;

const saleOf = (order: CourseOrder, { id, owner_id }: Course, payment_id: string) => ({
  affiliate_id: order.affiliate_id as string,
  seller_id: owner_id as string,
  buyer_id: order.owner_id,
  app_slug: 'courses',
  item_id: id,
  reference_type: 'order',
  reference_id: order.id,
  payment_id,
  payment_number: 1,
  amount_minor: order.total_minor,
  currency: order.currency,
});
