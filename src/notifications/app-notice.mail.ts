import { Injectable } from '@nestjs/common';
import { type Mail, MailKind } from '../mail/mail.js';
import { Vault } from '../platform/access/vault.js';

export const LETTER = 'mail.app-notice';

export interface Letter {
  to: string;
  title: string;
  body: string;
  link?: string;
}

/** What an app tells somebody of whom it knows no more than an address. */
@Injectable()
export class AppNoticeMail extends MailKind<{ sealed: string }> {
  readonly name = 'notifications.app-notice';

  constructor(private readonly vault: Vault) {
    super();
  }

  async compose({ sealed }: { sealed: string }): Promise<Mail> {
    const letter = this.vault.open<Letter>(LETTER, Buffer.from(sealed, 'base64'));
    if (!letter) throw new Error('the key that has sealed this mail is gone');
    const { to, title, body, link } = letter;
    return {
      to,
      subject: title.replace(/\s+/g, ' '),
      paragraphs: body.split(/\s*\n\s*/).filter(Boolean),
      ...(link !== undefined && { button: { label: 'Open', url: link } }),
      footnote: 'Somebody who uses this service gave your address for this message.',
    };
  }
}
