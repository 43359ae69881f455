import { Injectable } from '@nestjs/common';
import { type Mail, MailKind } from '../../mail/mail.js';
import { Environment } from '../../platform/config/environment.js';
import { UserRepository } from '../users/user.repository.js';
import type { ExportFailure } from './export.entity.js';
import { ExportDownloadsService } from './export-downloads.service.js';

const MEBIBYTE = 1024 * 1024;

interface Ready {
  id: string;
  user_id: string;
}

@Injectable()
export class ExportMail extends MailKind<Ready> {
  readonly name = 'account.export-ready';

  constructor(
    private readonly users: UserRepository,
    private readonly downloads: ExportDownloadsService,
  ) {
    super();
  }

  async compose({ id, user_id }: Ready): Promise<Mail | undefined> {
    const user = await this.users.findProfile(user_id);
    return (
      user && {
        to: user.email,
        subject: 'Your data is ready',
        paragraphs: ['The copy of everything your account holds, which you asked for, can be downloaded now.'],
        button: { label: 'Download my data', url: this.downloads.createLink(id) },
        footnote: 'The link is good for 24 hours. Anyone who has it can read the copy, so do not pass it on.',
      }
    );
  }
}

interface Failed {
  user_id: string;
  failure: ExportFailure;
}

@Injectable()
export class ExportFailedMail extends MailKind<Failed> {
  readonly name = 'account.export-failed';

  constructor(
    private readonly users: UserRepository,
    private readonly environment: Environment,
  ) {
    super();
  }

  async compose({ user_id, failure }: Failed): Promise<Mail | undefined> {
    const user = await this.users.findProfile(user_id);
    return (
      user && {
        to: user.email,
        subject: 'Your data could not be copied',
        paragraphs: [
          'The copy of everything your account holds, which you asked for, could not be made.',
          failure === 'too_large' ? this.tooLarge() : 'You can ask for it again in an hour.',
        ],
      }
    );
  }

  private tooLarge(): string {
    const most = Math.floor(this.environment.exportMaxBytes / MEBIBYTE);
    return `It would be larger than ${most} MiB. Delete what you do not need, or ask the operator for a larger limit.`;
  }
}
