import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CourseNews } from '../course-news.js';
import { LearningRepository } from '../learning/learning.repository.js';
import { AnnouncementRepository } from '../talk/announcement.repository.js';

const BATCH = 500;

interface Data {
  lesson_id: string;
  after?: string;
}

/** Tells students of a new lesson: a batch, and a job for the next one in the same transaction. */
@AppProvider()
export class TellOfLesson extends Job<Data> {
  readonly name = 'courses.tell-of-lesson';

  constructor(
    private readonly announcements: AnnouncementRepository,
    private readonly learning: LearningRepository,
    private readonly courses: CourseRepository,
    private readonly news: CourseNews,
    private readonly jobs: JobsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run({ lesson_id, after = FIRST_ID }: Data): Promise<void> {
    return this.database.transaction(async () => {
      const lesson = await this.learning.lesson(lesson_id);
      const course = lesson && (await this.courses.find(lesson.course_id));
      if (!course || !lesson.published || lesson.removed_at) return;
      const students = await this.announcements.students(course.id, after, BATCH);
      const users = students.map(({ owner_id }) => owner_id);
      await this.news.added(course, users, { lesson_id, title: lesson.title });
      const last = students.at(-1);
      if (last && students.length === BATCH) await this.jobs.enqueue(this, { lesson_id, after: last.id });
    });
  }
}
