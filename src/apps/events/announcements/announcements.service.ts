import { JobsService } from '../../../jobs/jobs.service.js';
import type { Values } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { EventAnnouncement } from './announcement.entity.js';
import { AnnouncementRepository } from './announcement.repository.js';
import { SendAnnouncementJob } from './send-announcement.job.js';

type New = Values<EventAnnouncement> & Pick<EventAnnouncement, 'event_id' | 'type' | 'title' | 'body'>;

/** What all holders of an event are told: written in the transaction of its cause, and sent by a job. */
@AppProvider()
export class AnnouncementsService {
  constructor(
    private readonly announcements: AnnouncementRepository,
    private readonly job: SendAnnouncementJob,
    private readonly jobs: JobsService,
  ) {}

  async write(values: New): Promise<EventAnnouncement> {
    const announcement = await this.announcements.insert(values);
    await this.jobs.enqueue(this.job, { announcement_id: announcement.id });
    return announcement;
  }

  /** How many holders it goes to, as they are now. */
  countRecipients(announcement: EventAnnouncement): Promise<number> {
    return this.announcements.countRecipients(announcement);
  }

  countRecent(eventId: string, type: string): Promise<number> {
    return this.announcements.countRecent(eventId, type);
  }
}
