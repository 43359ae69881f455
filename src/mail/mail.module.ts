import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MailQueue } from './mail-queue.js';
import { Mailbox } from './mailbox.js';
import { MailboxController } from './mailbox.controller.js';
import { Mailer } from './mailer.js';
import { SendMail } from './send-mail.job.js';

@Global()
@Module({})
export class MailModule {
  /** `captured`: the mailbox page exists, because mails are kept here instead of sent. */
  static with(captured: boolean): DynamicModule {
    return {
      module: MailModule,
      controllers: captured ? [MailboxController] : [],
      providers: [Mailbox, Mailer, SendMail, MailQueue],
      exports: [MailQueue],
    };
  }
}
