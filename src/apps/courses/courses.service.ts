import { AppProvider } from '../kernel/app-provider.js';
import type { CourseGrant, CoursesService as Exported, DescribedCourse } from '../contracts/courses.js';
import { CourseAccess } from './access/access.js';
import { EnrollmentRepository } from './access/enrollment.repository.js';
import { CourseRepository } from './catalogue/course.repository.js';
import { DescribedRepository } from './catalogue/described.repository.js';
import { CourseNews } from './course-news.js';
import { Progress } from './learning/progress.js';

/** What other apps ask of courses, and give in them. */
@AppProvider()
export class CoursesService implements Exported {
  constructor(
    private readonly described: DescribedRepository,
    private readonly courses: CourseRepository,
    private readonly enrollments: EnrollmentRepository,
    private readonly access: CourseAccess,
    private readonly progress: Progress,
    private readonly news: CourseNews,
  ) {}

  describe(ids: string[]): Promise<DescribedCourse[]> {
    return this.described.of(ids);
  }

  owns(userId: string, courseIds: string[]): Promise<Set<string>> {
    return this.described.owned(userId, courseIds);
  }

  async isEnrolled(userId: string, courseId: string): Promise<boolean> {
    return (await this.enrollments.find(courseId, userId))?.status === 'active';
  }

  async hasCompleted(userId: string, courseId: string): Promise<boolean> {
    const enrollment = await this.enrollments.find(courseId, userId);
    return enrollment !== undefined && enrollment.completed_at !== null;
  }

  async grant({ course_id, user_id, source, source_id }: CourseGrant): Promise<boolean> {
    const course = await this.courses.lock(course_id);
    if (!course) return false;
    const { enrollment } = await this.access.standing(course, user_id);
    await this.access.grant(course, [user_id], { source, source_id, days: null });
    if (enrollment?.status !== 'active') this.news.enrolled(course, [user_id]);
    return true;
  }

  async revoke({ course_id, user_id, source, source_id }: CourseGrant): Promise<boolean> {
    const course = await this.courses.lock(course_id);
    const revoked = course && (await this.access.revoke(course, user_id, { source, source_id }, null));
    if (revoked?.hasEnded) this.news.accessEnded(course as NonNullable<typeof course>, [user_id]);
    return revoked !== undefined;
  }

  completeByRef({ user_id, ref_id }: { user_id: string; ref_id: string }): Promise<void> {
    return this.progress.passed(user_id, ref_id);
  }
}
