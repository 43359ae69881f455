import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { MailService } from '../../mail/mail.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { ExportFailed, ExportReady } from '../account.events.js';
import type { ExportFailure } from './export.entity.js';
import { ExportFailedMail, ExportMail } from './export.mail.js';
import { ExportRepository } from './export.repository.js';

/** Ends an export once, with a mail to its owner. */
@Injectable()
export class ExportCompletionService {
  constructor(
    private readonly exports: ExportRepository,
    private readonly mails: MailService,
    private readonly mail: ExportMail,
    private readonly failedMail: ExportFailedMail,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async finish(id: string, user_id: string): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.exports.finish(id))) return;
      await this.mails.send(this.mail, { id, user_id });
      this.events.announce(ExportReady, { id, user_id }, user_id);
    });
  }

  async fail(id: string, failure: ExportFailure): Promise<void> {
    await this.database.transaction(async () => {
      const user_id = await this.exports.fail(id, failure);
      if (!user_id) return;
      await this.mails.send(this.failedMail, { user_id, failure });
      this.events.announce(ExportFailed, { id, user_id, failure }, user_id);
    });
  }
}
