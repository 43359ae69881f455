import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Job } from '../../jobs/job.js';
import { MailQueue } from '../../mail/mail-queue.js';
import { Database } from '../../platform/database/database.js';
import { Declared } from '../../platform/declared.js';
import { ExportSection } from './export-section.js';
import { ExportMail } from './export.mail.js';
import { ExportRepository } from './export.repository.js';

@Injectable()
export class MakeExport extends Job<{ id: string }> {
  readonly name = 'account.make-export';

  constructor(
    private readonly exports: ExportRepository,
    private readonly declared: Declared,
    private readonly database: Database,
    private readonly mails: MailQueue,
    private readonly mail: ExportMail,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async run({ id }: { id: string }): Promise<void> {
    const userId = await this.exports.owner(id);
    if (!userId) return;
    const content: Record<string, unknown> = {};
    for (const part of this.declared.all(ExportSection)) content[part.section] = await part.rows(userId);
    await this.database.transaction(async () => {
      if (!(await this.exports.finish(id, content))) return;
      await this.mails.send(this.mail, { id, user_id: userId });
      await this.outbox.record({ type: 'account.export_ready', actor_id: userId, data: { id } });
    });
  }
}
