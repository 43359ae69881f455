import { AppProvider } from '../../kernel/app-provider.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import type { Course } from '../catalogue/course.entity.js';
import { OffersService } from './offers.service.js';
import { OrderRepository } from './order.repository.js';

/**
 * Ends the checkouts whose half hour is over, so that their seats and coupons are free again. The job does so for all
 * courses; a request that reads a course or enrolls does not wait for the job.
 */
@AppProvider()
export class DueHoldsService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly courses: CourseRepository,
    private readonly offers: OffersService,
    private readonly database: DatabaseService,
  ) {}

  /** In a transaction of its own, and only where there is something to do; true if there was. */
  async release(courseId: string): Promise<boolean> {
    if (!(await this.orders.hasDue(courseId))) return false;
    await this.database.transaction(async () => {
      await this.courses.lock(courseId);
      await this.offers.expireDue(courseId);
    });
    return true;
  }

  /** The course as it is without them; undefined when it was deleted meanwhile. */
  async current(course: Course): Promise<Course | undefined> {
    return (await this.release(course.id)) ? this.courses.findOne({ id: course.id }) : course;
  }
}
