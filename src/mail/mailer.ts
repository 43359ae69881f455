import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { v7 as uuidv7 } from 'uuid';
import { Config } from '../platform/config/environment.js';
import { asHtml, asText } from './letter.js';
import type { Mail } from './mail.js';
import { Mailbox } from './mailbox.js';

/** Less than a job's time, so that a server that hangs is given up before the job counts as lost and runs twice. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

/** Hands a mail to the SMTP server, or to the captured mailbox where development has none. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport: Transporter | undefined;

  constructor(
    private readonly config: Config,
    private readonly mailbox: Mailbox,
  ) {
    if (config.smtpUrl) {
      this.transport = createTransport({ url: config.smtpUrl, ...PATIENCE }, { from: config.mailFrom });
    } else if (config.production) {
      new Logger('Mail').warn('SMTP_URL is not set: mails wait in the queue and none leaves');
    }
  }

  async deliver(mail: Mail): Promise<void> {
    const { to, subject } = mail;
    const letter = { to, subject, text: asText(mail), html: asHtml(mail) };
    if (this.transport) await this.transport.sendMail(letter);
    else if (this.config.production) throw new Error('SMTP_URL is not set');
    else
      await this.mailbox.put({
        // Grows: two mails of one millisecond keep their order.
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
