import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AccessService } from '../enrollments/access.service.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CourseNotificationsService } from '../course-notifications.service.js';
import { LessonFileRepository } from '../curriculum/lesson-file.repository.js';

const BATCH = 500;

/** Ends access whose time is over, and notifies students whose access ends within a week. */
@AppProvider()
export class EndAccess extends Job {
  readonly name = 'courses.end-access';
  override readonly every = '7 * * * *';

  constructor(
    private readonly enrollments: EnrollmentRepository,
    private readonly access: AccessService,
    private readonly courses: CourseRepository,
    private readonly files: LessonFileRepository,
    private readonly notifications: CourseNotificationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (const id of await this.enrollments.coursesWithDue()) while (await this.unit(() => this.end(id)));
    while (await this.unit(() => this.notice()));
    await this.unit(() => this.files.deleteUnused());
  }

  private async end(courseId: string): Promise<boolean> {
    const course = await this.courses.lock(courseId);
    if (!course) return false;
    const ended = await this.access.endDue(courseId, BATCH);
    const students = ended.map(({ owner_id }) => owner_id);
    this.notifications.notifyAccessEnded(course, students);
    return ended.length > 0;
  }

  private async notice(): Promise<boolean> {
    const ending = await this.enrollments.noticeEnding(BATCH);
    for (const { course_id, title, owner_id, expires_at } of ending)
      this.notifications.notifyAccessEnding({ id: course_id, title }, owner_id, expires_at);
    return ending.length > 0;
  }

  private unit<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }
}
