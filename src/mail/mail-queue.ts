import { Injectable } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.js';
import type { MailKind } from './mail.js';
import { SendMail } from './send-mail.job.js';

/** Mails are asked for in the caller's transaction and sent by a job: no request ever waits for one. */
@Injectable()
export class MailQueue {
  constructor(
    private readonly jobs: Jobs,
    private readonly sendMail: SendMail,
  ) {}

  async send<About extends object>(kind: MailKind<About>, about: About): Promise<void> {
    await this.jobs.enqueue(this.sendMail, { kind: kind.name, about });
  }
}
