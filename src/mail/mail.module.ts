import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MailService } from './mail.service.js';
import { MailboxService } from './mailbox.service.js';
import { MailboxController } from './mailbox.controller.js';
import { SmtpClient } from './smtp.client.js';
import { SendMailJob } from './send-mail.job.js';

@Global()
@Module({})
export class MailModule {
  /** `captured`: mails are stored locally instead of sent, and the mailbox page shows them. */
  static with(captured: boolean): DynamicModule {
    return {
      module: MailModule,
      controllers: captured ? [MailboxController] : [],
      providers: [MailboxService, SmtpClient, SendMailJob, MailService],
      exports: [MailService],
    };
  }
}
