import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { CourseAccess } from '../access/access.js';
import { EnrollmentRepository } from '../access/enrollment.repository.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CourseNews } from '../course-news.js';
import { LessonFileRepository } from '../curriculum/lesson-file.repository.js';

const BATCH = 500;

/** Access whose time has passed, and a word to those whose time passes in a week. */
@AppProvider()
export class EndAccess extends Job {
  readonly name = 'courses.end-access';
  override readonly every = '7 * * * *';

  constructor(
    private readonly enrollments: EnrollmentRepository,
    private readonly access: CourseAccess,
    private readonly courses: CourseRepository,
    private readonly files: LessonFileRepository,
    private readonly news: CourseNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (const id of await this.enrollments.coursesWithDue()) while (await this.unit(() => this.end(id)));
    while (await this.unit(() => this.notice()));
    await this.unit(() => this.files.forgetUnused());
  }

  private async end(courseId: string): Promise<boolean> {
    const course = await this.courses.lock(courseId);
    const ended = course ? await this.access.endDue(courseId, BATCH) : [];
    if (course)
      this.news.accessEnded(
        course,
        ended.map(({ owner_id }) => owner_id),
      );
    return ended.length > 0;
  }

  private async notice(): Promise<boolean> {
    const ending = await this.enrollments.noticeEnding(BATCH);
    for (const { course_id, title, owner_id, expires_at } of ending)
      this.news.accessEnding({ id: course_id, title }, owner_id, expires_at);
    return ending.length > 0;
  }

  private unit<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }
}
