import { BatchJob } from '../../../jobs/batch.job.js';
import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AnnouncementRepository } from './announcement.repository.js';

const BATCH = 500;

/** Each batch records how far it has come: when the job runs again, it continues there, and notifies nobody twice. */
@AppProvider()
export class SendAnnouncementJob extends BatchJob<{ announcement_id: string }> {
  readonly name = 'events.send-announcement';

  constructor(
    private readonly announcements: AnnouncementRepository,
    private readonly notifications: AppNotificationsService,
  ) {
    super();
  }

  protected async batch({ announcement_id: id }: { announcement_id: string }): Promise<boolean> {
    const announcement = await this.announcements.findOne({ id, sent_at: null }, { lock: 'update' });
    if (!announcement) return false;
    const { type, title, body, data, event_id } = announcement;
    const users = await this.announcements.recipients(announcement, BATCH);
    this.notifications.notifyMany(users, { type, title, body, data: { event_id, ...data } });
    const isLast = users.length < BATCH;
    const sent = { sent_through: isLast ? null : users.at(-1), sent_at: isLast ? NOW : null, updated_at: NOW };
    await this.announcements.update({ id }, sent);
    return !isLast;
  }
}
