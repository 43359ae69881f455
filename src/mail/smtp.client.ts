import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { v7 as uuidv7 } from 'uuid';
import { Config } from '../platform/config/environment.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { asHtml, asText } from './mail-body.js';
import type { Mail } from './mail.js';
import { MailboxService } from './mailbox.service.js';

/**
 * Less than the time limit of a job, so that a hanging server fails before the job counts as lost and runs
 * twice.
 */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

/** Sends a mail by SMTP, or stores it in the mailbox in development without an SMTP server. */
@Injectable()
export class SmtpClient implements OnApplicationShutdown {
  private readonly transport: Transporter | undefined;

  constructor(
    private readonly config: Config,
    private readonly mailbox: MailboxService,
    private readonly database: DatabaseService,
  ) {
    if (config.smtpUrl) {
      this.transport = createTransport({ url: config.smtpUrl, ...PATIENCE }, { from: config.mailFrom });
    } else if (config.production) {
      new Logger('Mail').warn('SMTP_URL is not set: mails stay in the queue and none is sent');
    }
  }

  async deliver(mail: Mail): Promise<void> {
    this.database.refuseInTransaction('Sending a mail');
    const { to, subject } = mail;
    const letter = { to, subject, text: asText(mail), html: asHtml(mail) };
    if (this.transport) await this.transport.sendMail(letter);
    else if (this.config.production) throw new Error('SMTP_URL is not set');
    else
      await this.mailbox.save({
        // The id grows, so two mails of one millisecond keep their order.
        id: uuidv7(),
        at: new Date().toISOString(),
        from: this.config.mailFrom,
        ...letter,
      });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}
