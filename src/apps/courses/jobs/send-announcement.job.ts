import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CourseNews } from '../course-news.js';
import { AnnouncementRepository } from '../talk/announcement.repository.js';

const BATCH = 500;

/** How far it has come is written with each batch: run again, it goes on there, and nobody is told twice. */
@AppProvider()
export class SendAnnouncement extends Job<{ announcement_id: string }> {
  readonly name = 'courses.send-announcement';

  constructor(
    private readonly announcements: AnnouncementRepository,
    private readonly courses: CourseRepository,
    private readonly news: CourseNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ announcement_id }: { announcement_id: string }): Promise<void> {
    while (await this.database.transaction(() => this.batch(announcement_id)));
  }

  private async batch(id: string): Promise<boolean> {
    const announcement = await this.announcements.lockUnsent(id);
    const course = announcement && (await this.courses.find(announcement.course_id));
    if (!course) return false;
    const recipients = await this.announcements.batch(announcement, BATCH);
    this.news.announced(
      course,
      recipients.map(({ owner_id }) => owner_id),
      announcement,
    );
    const isLast = recipients.length < BATCH;
    await this.announcements.sent(id, recipients.at(-1)?.id ?? null, isLast);
    return !isLast;
  }
}
