import { Injectable } from '@nestjs/common';
import { type Mail, MailKind } from '../../mail/mail.js';
import { UserRepository } from '../users/user.repository.js';
import { ExportLink } from './export-link.js';

interface About {
  id: string;
  user_id: string;
}

@Injectable()
export class ExportMail extends MailKind<About> {
  readonly name = 'account.export-ready';

  constructor(
    private readonly users: UserRepository,
    private readonly link: ExportLink,
  ) {
    super();
  }

  async compose({ id, user_id }: About): Promise<Mail | undefined> {
    const user = await this.users.profile(user_id);
    return (
      user && {
        to: user.email,
        subject: 'Your data is ready',
        paragraphs: [
          'The copy of everything your account holds, which you asked for, can be downloaded now.',
        ],
        button: { label: 'Download my data', url: this.link.of(id) },
        footnote: 'The link is good for 24 hours. Whoever has it can read the copy, so do not pass it on.',
      }
    );
  }
}
