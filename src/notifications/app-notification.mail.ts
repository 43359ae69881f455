import { Injectable } from '@nestjs/common';
import { type Mail, MailKind } from '../mail/mail.js';
import { EncryptionService } from '../platform/access/encryption.service.js';

export const LETTER = 'mail.app-notice';

export interface Letter {
  to: string;
  title: string;
  body: string;
  link?: string;
}

/** A message of an app to an address without an account. */
@Injectable()
export class AppNotificationMail extends MailKind<{ sealed: string }> {
  readonly name = 'notifications.app-notice';

  constructor(private readonly encryption: EncryptionService) {
    super();
  }

  async compose({ sealed }: { sealed: string }): Promise<Mail> {
    const letter = this.encryption.open<Letter>(LETTER, Buffer.from(sealed, 'base64'));
    if (!letter) throw new Error('the key that has sealed this mail is gone');
    const { to, title, body, link } = letter;
    return {
      to,
      subject: title.replace(/\s+/g, ' '),
      paragraphs: body
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
      ...(link !== undefined && { button: { label: 'Open', url: link } }),
      footnote: 'Somebody who uses this service gave your address for this message.',
    };
  }
}
