import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CourseNews } from '../course-news.js';
import { LinkedLessons } from '../curriculum/linked-lessons.js';
import type { Course } from '../entities/course.entity.js';
import { IssueCertificate } from '../jobs/issue-certificate.job.js';
import { LearningRepository } from './learning.repository.js';

/** How far students have come. Who reaches what the course asks for has completed it, once and for ever. */
@AppProvider()
export class Progress {
  constructor(
    private readonly learning: LearningRepository,
    private readonly courses: CourseRepository,
    private readonly linked: LinkedLessons,
    private readonly news: CourseNews,
    private readonly jobs: JobsService,
    private readonly certificate: IssueCertificate,
  ) {}

  /** Of enrollments that are locked. */
  async recount(course: Course, enrollmentIds: string[]): Promise<void> {
    const gone = await this.linked.gone([course.id]);
    const finished = await this.learning.recount(course.id, enrollmentIds, gone);
    if (!finished.length) return;
    this.news.completed(
      course,
      finished.map(({ owner_id }) => owner_id),
    );
    if (!course.certificate_template_id) return;
    for (const { id } of finished) await this.jobs.enqueue(this.certificate, { enrollment_id: id });
  }

  /** What a lesson stands for was passed, in an app of its own. */
  async passed(userId: string, refId: string): Promise<void> {
    for (const { id, course_id, lesson_id } of await this.learning.toPass(userId, refId)) {
      await this.learning.record(id, lesson_id, { completed: true });
      await this.recount((await this.courses.find(course_id)) as Course, [id]);
    }
  }
}
