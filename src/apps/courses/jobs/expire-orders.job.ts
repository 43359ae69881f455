import { Injectable } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { Database } from '../../../platform/database/database.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { Offers } from '../sales/offers.js';
import { OrderRepository } from '../sales/order.repository.js';

/** Checkouts that nobody has paid in time: their seats and coupons are free again. */
@Injectable()
export class ExpireOrders extends Job {
  readonly name = 'courses.expire-orders';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly orders: OrderRepository,
    private readonly courses: CourseRepository,
    private readonly offers: Offers,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (const id of await this.orders.coursesWithDue())
      while (await this.database.transaction(() => this.batch(id)));
    await this.database.transaction(() => this.orders.expireAbandoned());
  }

  /** The course first, as everywhere. Tells whether there was something. */
  private async batch(courseId: string): Promise<boolean> {
    await this.courses.lock(courseId);
    const due = await this.orders.lockDue(courseId);
    await this.offers.expire(courseId, due);
    return due.length > 0;
  }
}
