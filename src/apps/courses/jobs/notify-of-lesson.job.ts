import { Job } from '../../../jobs/job.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AnnouncementRepository } from '../announcements/announcement.repository.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CourseNotificationsService } from '../course-notifications.service.js';
import { LessonRepository } from '../curriculum/lesson.repository.js';

const BATCH = 500;

interface Data {
  lesson_id: string;
  after?: string;
}

/** Notifies students of a new lesson: a batch, and a job for the next one in the same transaction. */
@AppProvider()
export class NotifyOfLesson extends Job<Data> {
  readonly name = 'courses.tell-of-lesson';

  constructor(
    private readonly announcements: AnnouncementRepository,
    private readonly lessons: LessonRepository,
    private readonly courses: CourseRepository,
    private readonly notifications: CourseNotificationsService,
    private readonly jobs: JobsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run({ lesson_id, after }: Data): Promise<void> {
    return this.database.transaction(async () => {
      const lesson = await this.lessons.findOne({ id: lesson_id, published: true, removed_at: null });
      const course = lesson && (await this.courses.findOne({ id: lesson.course_id }));
      if (!course) return;
      const students = await this.announcements.recipients(course.id, 'all', after ?? null, BATCH);
      const users = students.map(({ owner_id }) => owner_id);
      await this.notifications.notifyNewContent(course, users, { lesson_id, title: lesson.title });
      const last = students.at(-1);
      if (last && students.length === BATCH) await this.jobs.enqueue(this, { lesson_id, after: last.id });
    });
  }
}
