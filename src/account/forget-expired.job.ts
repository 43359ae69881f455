import { Injectable } from '@nestjs/common';
import { Job } from '../jobs/job.js';
import { Database } from '../platform/database/database.js';
import { ExportRepository } from './exports/export.repository.js';
import { MailTokenRepository } from './mail-tokens/mail-token.repository.js';
import { SessionRepository } from './sessions/session.repository.js';

/** Sessions, links and copies that have run out. */
@Injectable()
export class ForgetExpired extends Job {
  readonly name = 'account.forget-expired';
  override readonly every = '41 3 * * *';

  constructor(
    private readonly database: Database,
    private readonly sessions: SessionRepository,
    private readonly tokens: MailTokenRepository,
    private readonly exports: ExportRepository,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(async () => {
      await this.sessions.forgetEnded();
      await this.tokens.forgetExpired();
      await this.exports.forgetExpired();
    });
  }
}
