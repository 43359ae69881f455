import { BatchJob } from '../../../jobs/batch.job.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AnnouncementRepository } from '../announcements/announcement.repository.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CourseNotificationsService } from '../course-notifications.service.js';

const BATCH = 500;

/** Each batch records how far it has come: when the job runs again, it continues there, and notifies nobody twice. */
@AppProvider()
export class SendAnnouncementJob extends BatchJob<{ announcement_id: string }> {
  readonly name = 'courses.send-announcement';

  constructor(
    private readonly announcements: AnnouncementRepository,
    private readonly courses: CourseRepository,
    private readonly notifications: CourseNotificationsService,
  ) {
    super();
  }

  protected async batch({ announcement_id: id }: { announcement_id: string }): Promise<boolean> {
    const announcement = await this.announcements.findOne({ id, sent_at: null }, { lock: 'update' });
    const course = announcement && (await this.courses.findOne({ id: announcement.course_id }));
    if (!course) return false;
    const { audience, sent_through } = announcement;
    const recipients = await this.announcements.recipients(course.id, audience, sent_through, BATCH);
    const users = recipients.map(({ owner_id }) => owner_id);
    this.notifications.notifyAnnouncement(course, users, announcement);
    const isLast = recipients.length < BATCH;
    const sent = { sent_through: recipients.at(-1)?.id, sent_at: isLast ? NOW : null, updated_at: NOW };
    await this.announcements.update({ id }, sent);
    return !isLast;
  }
}
