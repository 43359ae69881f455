import { Injectable } from '@nestjs/common';
import { Job } from '../jobs/job.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { ExportRepository } from './exports/export.repository.js';
import { MailTokenRepository } from './mail-tokens/mail-token.repository.js';
import { SessionRepository } from './sessions/session.repository.js';

/** Deletes expired sessions, mail tokens and exports. */
@Injectable()
export class PurgeExpiredJob extends Job {
  readonly name = 'account.forget-expired';
  override readonly every = '41 3 * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly sessions: SessionRepository,
    private readonly tokens: MailTokenRepository,
    private readonly exports: ExportRepository,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(async () => {
      await this.sessions.purgeEnded();
      await this.tokens.purgeExpired();
      await this.exports.purgeExpired();
    });
  }
}
