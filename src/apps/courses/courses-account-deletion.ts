import { AppProvider } from '../kernel/app-provider.js';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { FilesService } from '../../files/files.service.js';
import { CourseRepository } from './catalogue/course.repository.js';
import { LessonFileRepository } from './curriculum/lesson-file.repository.js';
import { CouponRepository } from './orders/coupon.repository.js';
import { CourseHoldsService } from './orders/course-holds.service.js';
import { OrderRepository } from './orders/order.repository.js';

/**
 * The rows of a student go by themselves; the seats, coupons and stars that courses have counted of them are taken off
 * before. Of the courses of a teacher those stay that have students, without an owner and with their files.
 */
@AppProvider()
export class CoursesAccountDeletion extends AccountDeletionHook {
  constructor(
    private readonly courses: CourseRepository,
    private readonly orders: OrderRepository,
    private readonly holds: CourseHoldsService,
    private readonly coupons: CouponRepository,
    private readonly lessonFiles: LessonFileRepository,
    private readonly files: FilesService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const courses = await this.courses.lockOfUser(userId);
    if (!courses.length) return;
    for (const { id, course_id } of await this.orders.lockPendingOf(userId)) if (course_id) await this.holds.expire(id);
    await this.courses.subtractStudent(userId, courses);
    await this.keepCourses(userId);
  }

  private async keepCourses(ownerId: string): Promise<void> {
    await this.orders.endOfSeller(ownerId);
    const kept = await this.courses.keepForStudents(ownerId);
    await this.coupons.deleteAll(kept);
    await this.files.disown(await this.lessonFiles.inUse(kept));
  }
}
