import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { MailService } from '../../mail/mail.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import type { ExportFailure } from './export.entity.js';
import { ExportFailedMail, ExportMail } from './export.mail.js';

/** Announces the end of an export: a mail to the owner, a notification and a domain event. */
@Injectable()
export class ExportEventsService {
  constructor(
    private readonly mails: MailService,
    private readonly mail: ExportMail,
    private readonly failedMail: ExportFailedMail,
    private readonly notifications: NotificationsService,
    private readonly events: EventsService,
  ) {}

  async announceReady(id: string, user_id: string): Promise<void> {
    await this.mails.send(this.mail, { id, user_id });
    const about = { kind: 'export', id };
    this.notifications.notify({ user_id, actor_id: null, type: 'export_ready', about });
    this.events.record({ type: 'account.export_ready', actor_id: user_id, data: { id } });
  }

  async announceFailed(id: string, user_id: string, failure: ExportFailure): Promise<void> {
    await this.mails.send(this.failedMail, { user_id, failure });
    const about = { kind: 'export', id };
    this.notifications.notify({ user_id, actor_id: null, about, data: { failure }, type: 'export_failed' });
    this.events.record({ type: 'account.export_failed', actor_id: user_id, data: { id, failure } });
  }
}
