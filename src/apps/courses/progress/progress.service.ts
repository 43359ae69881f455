import { JobsService } from '../../../jobs/jobs.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Course } from '../catalogue/course.entity.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CourseNotificationsService } from '../course-notifications.service.js';
import { LinkedLessonsService } from '../curriculum/linked-lessons.service.js';
import { IssueCertificate } from '../jobs/issue-certificate.job.js';
import { ProgressRepository } from './progress.repository.js';

/** The progress of students. Who reaches what the course asks for has completed it, and stays so whatever changes. */
@AppProvider()
export class ProgressService {
  constructor(
    private readonly progress: ProgressRepository,
    private readonly courses: CourseRepository,
    private readonly linked: LinkedLessonsService,
    private readonly notifications: CourseNotificationsService,
    private readonly jobs: JobsService,
    private readonly certificate: IssueCertificate,
  ) {}

  /** Of enrollments that are locked. */
  async recount(course: Course, enrollmentIds: string[]): Promise<void> {
    const gone = await this.linked.gone([course.id]);
    const finished = await this.progress.recount(course.id, enrollmentIds, gone);
    if (!finished.length) return;
    const students = finished.map(({ owner_id }) => owner_id);
    this.notifications.notifyCompleted(course, students);
    if (!course.certificate_template_id) return;
    for (const { id } of finished) await this.jobs.enqueue(this.certificate, { enrollment_id: id });
  }

  /** The user has passed in another app what lessons stand for. */
  async pass(userId: string, refId: string): Promise<void> {
    for (const { id, course_id, lesson_id } of await this.progress.toPass(userId, refId)) {
      await this.progress.record(id, lesson_id, { completed: true });
      await this.recount(await this.courses.the({ id: course_id }, 'Course'), [id]);
    }
  }
}
