import { AppProvider } from '../kernel/app-provider.js';
import type { CourseGrant, CoursesService as Exported, DescribedCourse } from '../contracts/courses.js';
import { AccessService } from './enrollments/access.service.js';
import { EnrollmentRepository, GrantRepository } from './enrollments/enrollment.repository.js';
import type { Course } from './catalogue/course.entity.js';
import type { Enrollment } from './enrollments/enrollment.entity.js';
import { grouped } from '../kernel/rows/grouped.js';
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

  async grant(grant: CourseGrant): Promise<boolean> {
    return (await this.grantMany([grant])) > 0;
  }

  async grantMany(grants: CourseGrant[]): Promise<number> {
    const courses = await this.courses.lockAll(grants.map(({ course_id }) => course_id));
    const given = grants.filter(({ course_id }) => courses.has(course_id));
    if (!given.length) return 0;
    const { entered } = await this.access.grantEach(given.map(accessOf), { days: null });
    this.tell(courses, entered, (course, users) => this.notifications.notifyEnrolled(course, users));
    return given.length;
  }

  async revoke(grant: CourseGrant): Promise<boolean> {
    return (await this.revokeMany([grant])) > 0;
  }

  async revokeMany(grants: CourseGrant[]): Promise<number> {
    const courses = await this.courses.lockAll(grants.map(({ course_id }) => course_id));
    const { count, ended } = await this.access.revokeEach(grants.map(accessOf), null);
    this.tell(courses, ended, (course, users) => this.notifications.notifyAccessEnded(course, users));
    return count;
  }

  completeByRef({ user_id, ref_id }: { user_id: string; ref_id: string }): Promise<void> {
    return this.progress.pass(user_id, ref_id);
  }

  private tell(
    courses: Map<string, Course>,
    enrollments: Enrollment[],
    notify: (course: Course, users: string[]) => void,
  ) {
    for (const [id, rows] of grouped(enrollments, ({ course_id }) => course_id)) {
      const users = rows.map(({ owner_id }) => owner_id);
      notify(courses.get(id) as Course, users);
    }
  }
}

const accessOf = ({ user_id: owner_id, course_id, source, source_id }: CourseGrant) => ({
  owner_id,
  course_id,
  source,
  source_id,
});
