import { Injectable } from '@nestjs/common';
import { type Mail, MailKind } from '../../mail/mail.js';
import { Config } from '../../platform/config/environment.js';
import { MailTokens } from './mail-tokens.js';

interface About {
  email: string;
}

@Injectable()
export class VerificationMail extends MailKind<About> {
  readonly name = 'account.verification';

  constructor(
    private readonly tokens: MailTokens,
    private readonly config: Config,
  ) {
    super();
  }

  async compose({ email }: About, requestId: string): Promise<Mail | undefined> {
    const token = await this.tokens.forMail(email, requestId, 'verification');
    return token === undefined
      ? undefined
      : {
          to: email,
          subject: 'Confirm your e-mail address',
          paragraphs: ['Welcome. Please confirm that this address is yours.'],
          button: {
            label: 'Confirm my address',
            url: `${this.config.appUrl}/verify-email?token_hash=${token}&type=email`,
          },
          footnote: 'The link is good for 24 hours. If you did not sign up, you need not do anything.',
        };
  }
}

@Injectable()
export class RecoveryMail extends MailKind<About> {
  readonly name = 'account.recovery';

  constructor(
    private readonly tokens: MailTokens,
    private readonly config: Config,
  ) {
    super();
  }

  async compose({ email }: About, requestId: string): Promise<Mail | undefined> {
    const token = await this.tokens.forMail(email, requestId, 'recovery');
    return token === undefined
      ? undefined
      : {
          to: email,
          subject: 'Choose a new password',
          paragraphs: ['Somebody, hopefully you, asked for a new password for this account.'],
          button: {
            label: 'Choose a new password',
            url: `${this.config.appUrl}/reset-password?recovery_token=${token}`,
          },
          footnote:
            'The link is good for one hour, once. If it was not you, your password stays as it is and you need not do anything.',
        };
  }
}
