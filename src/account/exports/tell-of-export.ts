import { Injectable } from '@nestjs/common';
import { MailQueue } from '../../mail/mail-queue.js';
import { Notifications } from '../../notifications/notifications.js';
import { ExportMail } from './export.mail.js';

/** That the copy is ready: by mail, which has the link, and as a notification. */
@Injectable()
export class TellOfExport {
  constructor(
    private readonly mails: MailQueue,
    private readonly mail: ExportMail,
    private readonly notifications: Notifications,
  ) {}

  async run(id: string, userId: string): Promise<void> {
    await this.mails.send(this.mail, { id, user_id: userId });
    const about = { kind: 'export', id };
    this.notifications.notify({ user_id: userId, actor_id: null, type: 'export_ready', about });
  }
}
