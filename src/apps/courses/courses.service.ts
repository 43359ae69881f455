import { AppProvider } from '../kernel/app-provider.js';
import type { CourseGrant, CoursesService as Exported, DescribedCourse } from '../contracts/courses.js';
import { AccessService } from './enrollments/access.service.js';
import { EnrollmentRepository, GrantRepository } from './enrollments/enrollment.repository.js';
import { CourseRepository } from './catalogue/course.repository.js';
import { CourseNotificationsService } from './course-notifications.service.js';
import { ProgressService } from './progress/progress.service.js';

/** What other apps ask about courses, and the access that they give. */
@AppProvider()
export class CoursesService implements Exported {
  constructor(
    private readonly grants: GrantRepository,
    private readonly courses: CourseRepository,
    private readonly enrollments: EnrollmentRepository,
    private readonly access: AccessService,
    private readonly progress: ProgressService,
    private readonly notifications: CourseNotificationsService,
  ) {}

  describe(ids: string[]): Promise<DescribedCourse[]> {
    return this.courses.describe(ids);
  }

  owns(userId: string, courseIds: string[]): Promise<Set<string>> {
    return this.grants.coursesForGood(userId, courseIds);
  }

  owners(courseId: string, userIds: string[]): Promise<Set<string>> {
    return this.grants.ownersForGood(courseId, userIds);
  }

  async isEnrolled(userId: string, courseId: string): Promise<boolean> {
    return (await this.enrollments.current(courseId, userId))?.status === 'active';
  }

  async hasCompleted(userId: string, courseId: string): Promise<boolean> {
    const enrollment = await this.enrollments.current(courseId, userId);
    return enrollment !== undefined && enrollment.completed_at !== null;
  }

  async grant({ course_id, user_id, source, source_id }: CourseGrant): Promise<boolean> {
    const course = await this.courses.lock(course_id);
    if (!course) return false;
    const { enrollment } = await this.access.current(course, user_id);
    await this.access.grant(course, [user_id], { source, source_id, days: null });
    if (enrollment?.status !== 'active') this.notifications.notifyEnrolled(course, [user_id]);
    return true;
  }

  async revoke({ course_id, user_id, source, source_id }: CourseGrant): Promise<boolean> {
    const course = await this.courses.lock(course_id);
    const revoked = course && (await this.access.revoke(course, user_id, { source, source_id }, null));
    if (revoked?.hasEnded) this.notifications.notifyAccessEnded(course as NonNullable<typeof course>, [user_id]);
    return revoked !== undefined;
  }

  completeByRef({ user_id, ref_id }: { user_id: string; ref_id: string }): Promise<void> {
    return this.progress.pass(user_id, ref_id);
  }
}
