import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Job } from '../jobs/job.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { ExportRepository } from './exports/export.repository.js';
import { MailTokenRepository } from './mail-tokens/mail-token.repository.js';
import { SessionRepository } from './sessions/session.repository.js';

const DAY_MS = 24 * 3_600_000;

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
    const now = new Date();
    const yesterday = new Date(now.getTime() - DAY_MS);
    await this.database.transaction(async () => {
      // Revoked sessions stay until their absolute end: sign-in asks from which networks the owner has signed in.
      await this.sessions.delete({ ends_at: LessThan(now) });
      await this.tokens.delete({ expires_at: LessThan(yesterday) });
      await this.exports.delete({ expires_at: LessThan(now) });
    });
  }
}
