import { AppProvider } from '../kernel/app-provider.js';
import { AffiliateSalesService } from '../kernel/selling/affiliate-sales.service.js';
import { OrderFulfilment, type Problem } from '../kernel/selling/order-fulfilment.js';
import type { Course } from './catalogue/course.entity.js';
import { CourseNotificationsService } from './course-notifications.service.js';
import { AccessService } from './enrollments/access.service.js';
import { GrantRepository } from './enrollments/enrollment.repository.js';
import { CourseHoldsService } from './orders/course-holds.service.js';
import type { CourseOrder } from './orders/order.entity.js';
import type { NewOrder } from './orders/order.repository.js';

const DELETED = { id: '', title: 'A course that is gone' };

@AppProvider()
export class CoursesFulfilment extends OrderFulfilment<CourseOrder, Course, NewOrder> {
  readonly app = 'courses';

  constructor(
    protected readonly holds: CourseHoldsService,
    protected readonly affiliates: AffiliateSalesService,
    private readonly access: AccessService,
    private readonly grants: GrantRepository,
    private readonly notifications: CourseNotificationsService,
  ) {
    super();
  }

  protected async deliver(order: CourseOrder, course: Course): Promise<Problem | undefined> {
    if (await this.hasBought(course, order)) return 'duplicate';
    const grant = { source: 'purchase', source_id: order.id, days: course.access_days } as const;
    await this.access.grant(course, [order.owner_id], grant, order.holds_seat ? 1 : 0);
    await this.holds.settle(order, 'paid');
    const sold = { app_slug: 'courses', item_id: course.id, amount_minor: order.total_minor };
    await this.affiliates.record(order, sold);
    this.notifications.notifyEnrolled(course, [order.owner_id]);
    await this.notifications.notifySold(course, order);
    return undefined;
  }

  protected notifyRefundNeeded(order: CourseOrder, course: Course | undefined): void {
    this.notifications.notifyRefundNeeded(order, course ?? { ...DELETED, id: order.id });
  }

  protected async takeBack(before: CourseOrder, _: CourseOrder, course: Course | undefined): Promise<void> {
    if (!course) return;
    const grant = { source: 'purchase', source_id: before.id } as const;
    const revoked = await this.access.revoke(course, before.owner_id, grant, 'Refunded');
    if (revoked?.hasEnded)
      this.notifications.notifyAccessEnded(course, [before.owner_id], 'Your payment was refunded.');
  }

  /** By another order, whose access still runs. */
  private async hasBought(course: Course, { owner_id }: CourseOrder): Promise<boolean> {
    const { enrollment } = await this.access.current(course, owner_id);
    return enrollment !== undefined && this.grants.hasLive(enrollment.id, ['purchase']);
  }
}
