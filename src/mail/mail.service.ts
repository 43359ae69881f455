import { Injectable } from '@nestjs/common';
import { JobsService } from '../jobs/jobs.service.js';
import type { MailKind } from './mail.js';
import { SendMailJob } from './send-mail.job.js';

/** Enqueues mails in the caller's transaction. A job sends them, so no request waits for the mail server. */
@Injectable()
export class MailService {
  constructor(
    private readonly jobs: JobsService,
    private readonly sendMail: SendMailJob,
  ) {}

  async send<About extends object>(kind: MailKind<About>, about: About): Promise<void> {
    await this.jobs.enqueue(this.sendMail, { kind: kind.name, about });
  }
}
