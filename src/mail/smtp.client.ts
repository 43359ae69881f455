import { escapeHtml } from '@community-platform/pages';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { v7 as uuidv7 } from 'uuid';
import { Environment } from '../platform/config/environment.js';
import { DatabaseService } from '../platform/database/database.service.js';
import type { Mail } from './mail.js';
import { MailboxService } from './mailbox.service.js';

/** Less than the time limit of a job, so that a hanging server fails before the job counts as lost and runs twice. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 30_000, socketTimeout: 60_000 };

/** Sends a mail by SMTP, or stores it in the mailbox in development without an SMTP server. */
@Injectable()
export class SmtpClient implements OnApplicationShutdown {
  private transport: Promise<Transporter> | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly mailbox: MailboxService,
    private readonly database: DatabaseService,
  ) {
    if (!environment.smtpUrl && environment.production) {
      new Logger('Mail').warn('SMTP_URL is not set: mails stay in the queue and none is sent');
    }
  }

  async deliver(mail: Mail): Promise<void> {
    this.database.refuseInTransaction('Sending a mail');
    const { to, subject } = mail;
    const letter = { to, subject, text: asText(mail), html: asHtml(mail) };
    if (this.environment.smtpUrl) await (await (this.transport ??= this.connect())).sendMail(letter);
    else if (this.environment.production) throw new Error('SMTP_URL is not set');
    else
      await this.mailbox.save({
        // The id grows, so two mails of one millisecond keep their order.
        id: uuidv7(),
        at: new Date().toISOString(),
        from: this.environment.mailFrom,
        ...letter,
      });
  }

  /** The library is loaded with the first mail, and only in the process that sends mails. */
  private async connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const { smtpUrl, mailFrom } = this.environment;
    return createTransport({ url: smtpUrl, ...PATIENCE }, { from: mailFrom });
  }

  async onApplicationShutdown(): Promise<void> {
    (await this.transport)?.close();
  }
}

function asText({ paragraphs, button, footnote }: Mail): string {
  const parts = [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(footnote ? [footnote] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Mail programs agree only on tables and inline styles. */
function asHtml({ subject, paragraphs, button, footnote }: Mail): string {
  const text = paragraphs.map((one) => `<p style="margin:0 0 16px">${escapeHtml(one)}</p>`).join('');
  const action = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;` +
      `border-radius:8px;background:#2f5bd8;color:#fff;text-decoration:none;font-weight:600">` +
      `${escapeHtml(button.label)}</a></p>` +
      `<p style="margin:0 0 16px;color:#6b7280;font-size:13px;word-break:break-all">${escapeHtml(button.url)}</p>`
    : '';
  const small = footnote ? `<p style="margin:24px 0 0;color:#6b7280;font-size:13px">${escapeHtml(footnote)}</p>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f3f4f6"><table role="presentation" width="100%"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="480" style="max-width:480px;width:100%;background:#fff;border-radius:12px"><tr>
<td style="padding:32px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#111827">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>${text}${action}${small}
</td></tr></table></td></tr></table></body></html>`;
}
